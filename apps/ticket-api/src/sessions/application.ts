import type { CommonFields, OriginType } from "@guichet/contract/call.ts";

/** The program that opens a session, as it names itself, and its kind (§7). */
export interface Application {
  application: string | null;
  originType: OriginType | null;
}

interface ApplicationRequest {
  common: Pick<CommonFields, "originAgent" | "originType">;
}

/** The application's name: its own, else that of its OAuth client, else the program's (`originAgent`). */
export const applicationOf = (
  { common }: ApplicationRequest,
  named: { client?: string | undefined; oauthClient?: string | undefined } = {},
): Application => ({
  application: named.client ?? named.oauthClient ?? common.originAgent ?? null,
  originType: common.originType ?? null,
});
