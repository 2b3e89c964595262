import { configOfProcess } from "./config.ts";
import { createSandbox } from "./sandbox.ts";
import { openWalletAuthority, walletAuthorityFolder } from "./wallets/authority.ts";

const stopWithinMs = 10_000;

async function main(): Promise<void> {
  const { port, smtpPort, pushPort, host, publicUrl, metricsToken, bankFilesFolder, ...settings } = configOfProcess();
  const sandbox = await createSandbox({
    ...settings,
    ...(publicUrl !== undefined && { publicUrl }),
    ...(metricsToken !== undefined && { metricsToken }),
    ...(bankFilesFolder !== undefined && { bankFilesFolder }),
    ...(pushPort !== undefined && {
      walletAuthority: await openWalletAuthority(
        walletAuthorityFolder(settings.dataDir),
        publicUrl ?? `http://${host}:${port}`,
      ),
    }),
    broken: (cause) => {
      console.error(`The sandbox's ledger cannot be written: ${String(cause)}`);
      process.exit(1);
    },
  });

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), stopWithinMs).unref();
    sandbox.close().then(
      () => process.exit(0),
      (cause) => fail(cause),
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // A child process exits with its parent, since nobody else would stop it.
  process.on("disconnect", stop);

  const { url, smtpPort: mailPort } = await sandbox.listen({
    host,
    port,
    smtpPort,
    ...(pushPort !== undefined && { pushPort }),
  });
  process.send?.({ ready: { url, smtpPort: mailPort } });
  sandbox.app.log.info({ url, smtpPort: mailPort }, "sandbox ready");
}

function fail(cause: unknown): never {
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exit(1);
}

main().catch(fail);
