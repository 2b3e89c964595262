import { connect } from "node:net";

/** Scans the bytes of a file for viruses. "unavailable": the scanner could not be reached, which says nothing about the file. */
export type VirusScan = (bytes: Buffer) => Promise<"clean" | "infected" | "unavailable">;

/** Used if the operator has no scanner: uploads are checked by type only. */
export const noVirusScan: VirusScan = async () => "clean";

const scanTimeoutMs = 20_000;
const chunkBytes = 64 * 1024;
const answerMaxLength = 1_000;

/** Scans with a ClamAV daemon over TCP (INSTREAM command): chunks prefixed with their length, then an empty one. */
export const clamav =
  ({ host, port }: { host: string; port: number }): VirusScan =>
  (bytes) =>
    new Promise((resolve) => {
      const socket = connect({ host, port });
      let answer = "";
      const end = (result: "clean" | "infected" | "unavailable") => {
        socket.destroy();
        resolve(result);
      };
      socket.setTimeout(scanTimeoutMs, () => end("unavailable"));
      socket.on("error", () => end("unavailable"));
      socket.on("connect", () => {
        socket.write("zINSTREAM\0");
        for (let at = 0; at < bytes.length; at += chunkBytes) {
          const chunk = bytes.subarray(at, at + chunkBytes);
          socket.write(lengthOf(chunk));
          socket.write(chunk);
        }
        socket.write(lengthOf(Buffer.alloc(0)));
      });
      socket.on("data", (data) => {
        answer += data.toString("latin1");
        if (answer.length > answerMaxLength) end("unavailable");
      });
      socket.on("close", () => end(verdictOf(answer)));
    });

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

function verdictOf(answer: string): "clean" | "infected" | "unavailable" {
  if (/ FOUND\0?$/.test(answer)) return "infected";
  return /^stream: OK\0?$/.test(answer) ? "clean" : "unavailable";
}
