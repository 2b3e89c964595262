import type { CommonFields, OriginType } from "@guichet/contract/call.ts";

/** The program that opens a session, as it names itself, and of which kind it is (§7). */
export interface Application {
  application: string | null;
  originType: OriginType | null;
}

interface Asked {
  common: Pick<CommonFields, "originAgent" | "originType">;
}

/** What an application says of itself: its name, else that of its OAuth client, else the program's (`originAgent`). */
export const applicationOf = (
  { common }: Asked,
  named: { client?: string | undefined; oauthClient?: string | undefined } = {},
): Application => ({
  application: named.client ?? named.oauthClient ?? common.originAgent ?? null,
  originType: common.originType ?? null,
});
