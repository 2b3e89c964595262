import type { CommonFields } from "@guichet/contract/call.ts";
import type { FastifyRequest } from "fastify";
import type { Client } from "./client-store.ts";

/** Which client a request came from, and by which program, as it names itself (§7 `originAgent`, `originType`, `oauth_client`, `device`, `display`). */
interface Program {
  client: string;
  originAgent?: string | undefined;
  originType?: string | undefined;
  oauthClient?: string | undefined;
  device?: string | undefined;
  display?: string | undefined;
}

const programs = new WeakMap<FastifyRequest, Program>();

/** Remembers who calls for the log line of this request. */
export function noteProgram(
  request: FastifyRequest,
  { client, common }: { client: Client; common: CommonFields },
): void {
  const { originAgent, originType, oauthClient, device, display } = common;
  programs.set(request, { client: client.id, originAgent, originType, oauthClient, device, display });
}

/** Who made a request that was found good; nothing for others, and for what is answered from memory. */
export const programOf = (request: FastifyRequest): Program | undefined => programs.get(request);
