import {
  sandboxGoogleWalletPath,
  type WalletBehaviourKind,
  walletBehaviourRequest,
} from "@guichet/contract/integrations/sandbox-wallets.ts";
import type { FastifyInstance } from "fastify";
import { behaviour } from "../behaviour.ts";
import type { Clock } from "../clock.ts";
import type { WalletAuthority } from "./authority.ts";
import { googleWalletRoutes } from "./google-routes.ts";
import { createPushServer, type PushServer } from "./push-server.ts";

/** Registers the stand-ins of Apple's notifications and Google Wallet, and the routes by which testers read and disturb them. */
export async function openWallets(app: FastifyInstance, authority: WalletAuthority, clock: Clock): Promise<PushServer> {
  const faults = behaviour<WalletBehaviourKind>();
  const push = await createPushServer(authority, clock, faults);
  await app.register((scope) => googleWalletRoutes(scope, authority, faults), { prefix: sandboxGoogleWalletPath });
  app.get("/wallets/pushes", async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ items: push.pushes() }),
  );
  app.post("/wallets/behaviour", async (request, reply) => {
    const ordered = walletBehaviourRequest.safeParse(request.body);
    if (!ordered.success) return reply.code(400).send({ error: { code: "request_invalid" } });
    faults.set(ordered.data.next, ordered.data.count);
    return { left: faults.left() };
  });
  return push;
}
