import type { CommonFields } from "@guichet/contract/call.ts";
import type { FastifyRequest } from "fastify";
import type { Client } from "./client-store.ts";

/**
 * The client and the program of a request, as the caller names them (§7 `originAgent`, `originType`, `oauth_client`, `device`, `display`).
 */
interface Program {
  client: string;
  originAgent?: string | undefined;
  originType?: string | undefined;
  oauthClient?: string | undefined;
  device?: string | undefined;
  display?: string | undefined;
}

const programs = new WeakMap<FastifyRequest, Program>();

/** Stores the program of a request for its log line. */
export function noteProgram(
  request: FastifyRequest,
  { client, common }: { client: Client; common: CommonFields },
): void {
  const { originAgent, originType, oauthClient, device, display } = common;
  programs.set(request, { client: client.id, originAgent, originType, oauthClient, device, display });
}

/** The program of an accepted request; undefined for refused requests and responses from the cache. */
export const programOf = (request: FastifyRequest): Program | undefined => programs.get(request);
