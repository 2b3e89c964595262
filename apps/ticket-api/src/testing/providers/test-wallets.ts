import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  openWalletAuthority,
  type WalletAuthority,
  walletPassVariablesOf,
} from "../../../../sandbox/src/wallets/authority.ts";
import type { TestSandbox } from "./test-sandbox.ts";

export interface TestWallets {
  settings: { walletAuthority: WalletAuthority };
  /** The settings of a Ticket API that uses the stand-ins of this sandbox. */
  environment(sandbox: TestSandbox): Promise<Record<string, string>>;
  remove(): Promise<void>;
}

/** A test authority for wallet passes, in a temporary folder. */
export async function openTestWallets(): Promise<TestWallets> {
  const parent = await mkdtemp(path.join(tmpdir(), "guichet-wallets-"));
  const folder = path.join(parent, "authority");
  return {
    settings: { walletAuthority: await openWalletAuthority(folder, "http://127.0.0.1") },
    environment: async (sandbox) => {
      const push = `https://127.0.0.1:${sandbox.pushPort}`;
      return walletPassVariablesOf(await openWalletAuthority(folder, sandbox.url), { sandbox: sandbox.url, push });
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}
