import { createPublicKey, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import formbody from "@fastify/formbody";
import type { WalletBehaviourKind } from "@guichet/contract/integrations/sandbox-wallets.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { jwtVerify } from "jose";
import { z } from "zod";
import type { Behaviour } from "../behaviour.ts";
import { html, sendPage, styleSource, trusted } from "../html.ts";
import { sandboxCss } from "../style.ts";
import type { WalletAuthority } from "./authority.ts";

const tokenSeconds = 3_600;
const objectsMax = 5_000;
const scope = "https://www.googleapis.com/auth/wallet_object.issuer";

const Localized = z.strictObject({
  defaultValue: z.strictObject({ language: z.string(), value: z.string().min(1) }),
  translatedValues: z.array(z.strictObject({ language: z.string(), value: z.string().min(1) })).optional(),
});
const Moment = z.strictObject({ date: z.iso.datetime({ offset: true }) });
const GenericClass = z.strictObject({
  id: z.string().min(3),
  multipleDevicesAndHoldersAllowedStatus: z.literal("ONE_USER_ALL_DEVICES"),
});
const GenericObject = z.strictObject({
  id: z.string().regex(/^\d+\.[\w.-]+$/),
  classId: z.string(),
  state: z.enum(["ACTIVE", "COMPLETED", "EXPIRED", "INACTIVE"]),
  cardTitle: Localized,
  header: Localized,
  hexBackgroundColor: z.string().regex(/^#[0-9a-f]{6}$/i),
  textModulesData: z.array(z.strictObject({ id: z.string(), localizedHeader: Localized, localizedBody: Localized })),
  barcode: z.strictObject({ type: z.literal("AZTEC"), value: z.string().min(1), alternateText: z.string() }).optional(),
  validTimeInterval: z.strictObject({ start: Moment.optional(), end: Moment.optional() }).optional(),
});
type GenericObject = z.infer<typeof GenericObject>;
const SaveClaims = z.object({
  typ: z.literal("savetowallet"),
  origins: z.array(z.url()).min(1),
  payload: z.strictObject({ genericObjects: z.array(z.strictObject({ id: z.string(), classId: z.string() })).min(1) }),
});
const TokenRequest = z.strictObject({
  grant_type: z.literal("urn:ietf:params:oauth:grant-type:jwt-bearer"),
  assertion: z.string(),
});

/** Google Wallet: the tokens of its service account, generic classes and objects, and the page of a save link. Kept until a restart. */
export async function googleWalletRoutes(
  app: FastifyInstance,
  authority: WalletAuthority,
  behaviour: Behaviour<WalletBehaviourKind>,
): Promise<void> {
  const publicKey = createPublicKey(await readFile(authority.googlePublicKey));
  const tokens = new Set<string>();
  const classes = new Set<string>();
  const objects = new Map<string, GenericObject>();
  await app.register(formbody);

  const isOpen = (request: FastifyRequest) => tokens.has((request.headers.authorization ?? "").replace("Bearer ", ""));
  app.addHook("preHandler", async (request, reply) => {
    if (!request.url.includes("/walletobjects/")) return;
    if (behaviour.take("google-down")) return fault(reply, 503, "UNAVAILABLE");
    if (!isOpen(request)) return fault(reply, 401, "UNAUTHENTICATED");
  });

  app.post("/token", async (request, reply) => {
    const asked = TokenRequest.safeParse(request.body);
    const { token_uri: audience, client_email: issuer } = JSON.parse(await readFile(authority.googleKey, "utf8"));
    const verified = await jwtVerify(asked.data?.assertion ?? "", publicKey, { audience, issuer }).catch(
      () => undefined,
    );
    if (verified?.payload.scope !== scope) return reply.code(400).send({ error: "invalid_grant" });
    const token = randomBytes(24).toString("base64url");
    tokens.add(token);
    return { access_token: token, expires_in: tokenSeconds, token_type: "Bearer" };
  });

  app.post("/walletobjects/v1/genericClass", async (request, reply) => {
    const sent = GenericClass.safeParse(request.body);
    if (!sent.success) return fault(reply, 400, sent.error.message);
    if (classes.has(sent.data.id)) return fault(reply, 409, "ALREADY_EXISTS");
    classes.add(sent.data.id);
    return sent.data;
  });

  const write = (sent: unknown, isNew: boolean, reply: FastifyReply) => {
    const parsed = GenericObject.safeParse(sent);
    if (!parsed.success) return fault(reply, 400, parsed.error.message);
    const { id, classId } = parsed.data;
    if (objects.has(id) === isNew) return fault(reply, isNew ? 409 : 404, isNew ? "ALREADY_EXISTS" : "NOT_FOUND");
    if (!classes.has(classId)) return fault(reply, 404, "class NOT_FOUND");
    if (objects.size >= objectsMax) return fault(reply, 429, "RESOURCE_EXHAUSTED");
    objects.set(id, parsed.data);
    return reply.send(parsed.data);
  };
  app.post("/walletobjects/v1/genericObject", async (request, reply) => write(request.body, true, reply));
  app.put("/walletobjects/v1/genericObject/:id", async (request, reply) => write(request.body, false, reply));

  app.get("/objects", async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ items: [...objects.values()] }),
  );

  // A wildcard, because a parameter would be too long.
  app.get<{ Params: { "*": string } }>("/gp/v/save/*", async (request, reply) => {
    const options = { audience: "google", algorithms: ["RS256"] };
    const verified = await jwtVerify(request.params["*"], publicKey, options).catch(() => undefined);
    const claims = SaveClaims.safeParse(verified?.payload);
    const saved = claims.data?.payload.genericObjects.map(({ id }) => objects.get(id)).find((object) => object);
    if (saved === undefined) return savePage(reply.code(400), "This link is not valid", "Something went wrong.");
    return savePage(reply, saved.header.defaultValue.value, saved.cardTitle.defaultValue.value);
  });
}

const fault = (reply: FastifyReply, code: number, message: string) =>
  reply.code(code).send({ error: { code, message } });

const savePage = (reply: FastifyReply, title: string, text: string) =>
  sendPage(
    reply,
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>Google Wallet (sandbox)</title><style>${trusted(sandboxCss)}</style></head>
<body><header></header><main><h1>${title}</h1><p>${text}</p></main></body></html>`,
    { formAction: "'none'", styleSource: styleSource(sandboxCss) },
  );
