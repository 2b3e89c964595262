import { fileLinkMinutes } from "@guichet/contract/limits/file-limits.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { later, minutesMs } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import { linkHolds, signLink } from "../link-signature.ts";
import { signedInWith } from "../sessions/staff-session-store.ts";
import { readFile, sessionIsOpen } from "./file-store.ts";

export interface LinkedFile {
  fileId: string;
  networkId: string;
  /** Who reads the file: a customer, staff who examine documents, or staff who read orders. */
  reader: LinkReader;
  /** The customer's session or the staff member's id: the link ends with their session. */
  sessionId: string;
}

/** Kinds of readers who open files by links. */
export type LinkReader = "customer" | "staff" | "clerk";

/** Checks whether the session of a link is still open. Each kind of reader has its own sessions. */
export type SessionCheck = (db: Database, networkId: string, sessionId: string, now: string) => Promise<boolean>;

/** The session check of each kind of reader. */
const readers: Readonly<Record<LinkReader, SessionCheck>> = {
  customer: sessionIsOpen,
  staff: signedInWith("documents.examine"),
  clerk: signedInWith("orders.read"),
};

const isReader = (name: unknown): name is LinkReader => typeof name === "string" && Object.hasOwn(readers, name);

const signedText = ({ fileId, networkId, reader, sessionId }: LinkedFile, until: string): string =>
  `guichet-file-link:${networkId}:${fileId}:${reader}:${sessionId}:${until}`;

/** A URL that opens one file for one person, for ten minutes and no longer than their session. */
export function fileLink(deps: Dependencies, file: LinkedFile): string {
  const until = later(deps.clock.now(), minutesMs(fileLinkMinutes)).toISOString();
  const link = new URL(`/files/kept/${file.networkId}/${file.fileId}`, deps.config.publicUrl);
  link.searchParams.set("for", file.reader);
  link.searchParams.set("session", file.sessionId);
  link.searchParams.set("until", until);
  link.searchParams.set("signature", signLink(deps, signedText(file, until)));
  return link.href;
}

type FileRoute = { Params: { network: string; file: string }; Querystring: Record<string, unknown> };

/** Serves files by link: forged 403, expired or signed out 410, deleted 404. Browsers show them without running anything. */
export function registerFileLinks(server: FastifyInstance, deps: Dependencies): void {
  server.get<FileRoute>("/files/kept/:network/:file", async (request, reply) => {
    const { until, signature, session, for: reader } = request.query;
    const { network: networkId, file: fileId } = request.params;
    setHeaders(reply);
    if (typeof until !== "string" || typeof signature !== "string" || typeof session !== "string")
      return reply.code(403).send();
    if (!isReader(reader)) return reply.code(403).send();
    const isOpen = readers[reader];
    const file: LinkedFile = { fileId, networkId, reader, sessionId: session };
    if (!isUuid(fileId) || !isUuid(session) || !linkHolds(deps, signedText(file, until), signature))
      return reply.code(403).send();
    const now = deps.clock.iso();
    if (now >= until || !(await isOpen(deps.db, networkId, session, now))) return reply.code(410).send();
    const found = await readFile(deps.db, networkId, fileId);
    return found === undefined ? reply.code(404).send() : reply.type(found.contentType).send(found.content);
  });
}

const setHeaders = (reply: FastifyReply) =>
  reply
    .header("cache-control", "private, no-store")
    .header("referrer-policy", "no-referrer")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("content-disposition", "inline");
