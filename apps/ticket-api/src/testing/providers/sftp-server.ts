import { createHash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import type { SftpServer } from "@guichet/contract/integrations/bank-channel.ts";
import ssh2, { type Attributes, type Connection, type SFTPWrapper } from "ssh2";

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;
const user = "guichet";
const password = "password-of-the-bank";

export interface TestSftpServer {
  /** How the Ticket API reaches it. */
  server: SftpServer;
  /** The private key that it accepts, in OpenSSH's format. */
  privateKey: string;
  /** Accepts no connection until the returned function is called. */
  goAway(): () => void;
  close(): Promise<void>;
}

const keyTriesMax = 20;

/** A pair of keys. The library writes about one in two hundred so that it cannot read it itself: then another one is made. */
function generateKeys() {
  for (let tried = 1; ; tried += 1) {
    const keys = ssh2.utils.generateKeyPairSync("ed25519");
    const read = ssh2.utils.parseKey(keys.private);
    if (!(read instanceof Error) || tried === keyTriesMax) return keys;
  }
}

/** A bank's SFTP server on a folder of this machine. A file is never replaced by a renamed one, as in version 3 of the protocol. */
export async function openSftpServer(folder: string): Promise<TestSftpServer> {
  const [host, ours] = [generateKeys(), generateKeys()];
  const hostKey = publicKeyOf(host.public);
  const accepted = publicKeyOf(ours.public);
  let isAway = false;
  const open = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [host.private] }, (connection) => {
    open.add(connection);
    connection.on("close", () => open.delete(connection));
    connection.on("error", () => undefined);
    if (isAway) return void connection.end();
    connection.on("authentication", (attempt) => {
      const isRight =
        attempt.username === user &&
        ((attempt.method === "password" && attempt.password === password) ||
          (attempt.method === "publickey" && attempt.key.data.equals(accepted)));
      if (isRight) attempt.accept();
      else attempt.reject(["password", "publickey"]);
    });
    connection.on("session", (accept) => {
      accept().on("sftp", (acceptSftp) => serve(acceptSftp(), folder));
    });
  });
  // Small packets are sent at once: each answer would otherwise wait for an acknowledgement.
  const listener = createServer({ noDelay: true }, (socket) => server.injectSocket(socket));
  await new Promise<void>((listening) => listener.listen(0, "127.0.0.1", listening));
  const { port } = listener.address() as AddressInfo;
  return {
    privateKey: ours.private,
    server: {
      ...{ host: "127.0.0.1", port, user, credentials: { password }, outgoing: "outgoing", incoming: "incoming" },
      hostKey: `SHA256:${createHash("sha256").update(hostKey).digest("base64").replace(/=+$/, "")}`,
    },
    goAway() {
      isAway = true;
      return () => {
        isAway = false;
      };
    },
    close: () =>
      new Promise((closed) => {
        listener.close(() => closed());
        for (const connection of open) connection.end();
      }),
  };
}

/** The bytes of a public key in OpenSSH's format. */
const publicKeyOf = (line: string): Buffer => Buffer.from(line.split(" ")[1] ?? "", "base64");

const attributesOf = (file: number | string): Attributes => {
  const { mode, uid, gid, size, atimeMs, mtimeMs } = typeof file === "number" ? fstatSync(file) : statSync(file);
  return { mode, uid, gid, size, atime: atimeMs / 1_000, mtime: mtimeMs / 1_000 };
};

function serve(sftp: SFTPWrapper, folder: string): void {
  const at = (name: string) => path.join(folder, path.posix.normalize(`/${name}`));
  const listed = new Map<number, string[] | undefined>();
  const handleOf = (id: number) => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(id);
    return handle;
  };
  const idOf = (handle: Buffer) => handle.readUInt32BE(0);
  /** Responds to a request with the status of its work. */
  const answered = (request: number, work: () => void) => {
    try {
      work();
    } catch (error) {
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
      sftp.status(request, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE);
    }
  };
  sftp.on("OPEN", (request, name, flags) =>
    answered(request, () => {
      const mode = (flags & OPEN_MODE.WRITE) === 0 ? "r" : "w";
      sftp.handle(request, handleOf(openSync(at(name), mode)));
    }),
  );
  sftp.on("WRITE", (request, handle, offset, data) =>
    answered(request, () => {
      writeSync(idOf(handle), data, 0, data.length, offset);
      sftp.status(request, STATUS_CODE.OK);
    }),
  );
  sftp.on("READ", (request, handle, offset, length) =>
    answered(request, () => {
      const data = Buffer.alloc(length);
      const count = readSync(idOf(handle), data, 0, length, offset);
      if (count === 0) sftp.status(request, STATUS_CODE.EOF);
      else sftp.data(request, data.subarray(0, count));
    }),
  );
  sftp.on("CLOSE", (request, handle) =>
    answered(request, () => {
      if (!listed.delete(idOf(handle))) closeSync(idOf(handle));
      sftp.status(request, STATUS_CODE.OK);
    }),
  );
  sftp.on("OPENDIR", (request, name) =>
    answered(request, () => {
      // Numbers that no file descriptor has.
      const id = 1_000_000 + request;
      listed.set(
        id,
        readdirSync(at(name)).map((file) => path.join(at(name), file)),
      );
      sftp.handle(request, handleOf(id));
    }),
  );
  sftp.on("READDIR", (request, handle) =>
    answered(request, () => {
      const files = listed.get(idOf(handle));
      if (files === undefined) return sftp.status(request, STATUS_CODE.EOF);
      listed.set(idOf(handle), undefined);
      sftp.name(
        request,
        files.map((file) => {
          const type = statSync(file).isDirectory() ? "d" : "-";
          return { filename: path.basename(file), longname: `${type}rw-------`, attrs: attributesOf(file) };
        }),
      );
    }),
  );
  for (const kind of ["STAT", "LSTAT"] as const)
    sftp.on(kind, (request: number, name: string) =>
      answered(request, () => sftp.attrs(request, attributesOf(at(name)))),
    );
  sftp.on("FSTAT", (request, handle) => answered(request, () => sftp.attrs(request, attributesOf(idOf(handle)))));
  for (const kind of ["SETSTAT", "FSETSTAT"] as const)
    sftp.on(kind, (request: number) => sftp.status(request, STATUS_CODE.OK));
  sftp.on("MKDIR", (request, name) =>
    answered(request, () => {
      mkdirSync(at(name));
      sftp.status(request, STATUS_CODE.OK);
    }),
  );
  sftp.on("REMOVE", (request, name) =>
    answered(request, () => {
      unlinkSync(at(name));
      sftp.status(request, STATUS_CODE.OK);
    }),
  );
  sftp.on("RENAME", (request, from, to) =>
    answered(request, () => {
      if (statSync(at(to), { throwIfNoEntry: false }) !== undefined) throw new Error(`${to} exists`);
      renameSync(at(from), at(to));
      sftp.status(request, STATUS_CODE.OK);
    }),
  );
  sftp.on("REALPATH", (request, name) =>
    sftp.name(request, [
      {
        filename: path.posix.normalize(`/${name}`),
        longname: name,
        attrs: { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 },
      },
    ]),
  );
}
