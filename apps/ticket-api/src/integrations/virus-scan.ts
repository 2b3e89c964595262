import { connect } from "node:net";

/** Looks through the bytes of a file. "unavailable": it could not be asked, which is no word for the file. */
export type VirusScan = (bytes: Buffer) => Promise<"clean" | "infected" | "unavailable">;

/** Where the operator has none: what is taken is checked by its kind only. */
export const noVirusScan: VirusScan = async () => "clean";

const scanTimeoutMs = 20_000;
const chunkBytes = 64 * 1024;
const answerMaxLength = 1_000;

/** A ClamAV daemon over TCP, by its INSTREAM command: chunks with their length before them, an empty one at the end. */
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
      socket.on("close", () => end(wordOf(answer)));
    });

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

function wordOf(answer: string): "clean" | "infected" | "unavailable" {
  if (/ FOUND\0?$/.test(answer)) return "infected";
  return /^stream: OK\0?$/.test(answer) ? "clean" : "unavailable";
}
