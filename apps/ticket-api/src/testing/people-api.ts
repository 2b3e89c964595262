import type { User } from "@guichet/contract/accounts.ts";
import { z } from "zod";
import { openTestSandbox, type TestSandbox } from "./providers/test-sandbox.ts";
import { openTestApi, type Reply, type TestApi } from "./test-api.ts";

export const goodPassword = "Correct horse 9 battery";

const Messages = z.object({
  items: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      subject: z.string(),
      messageId: z.string(),
      text: z.string(),
      html: z.string(),
    }),
  ),
});
export type Message = z.infer<typeof Messages>["items"][number];

interface ToolkitRequest {
  network?: string;
  address?: string;
  knownDevice?: string;
}

/** A Ticket API with a mailbox, and functions for what people do with it. */
export interface PeopleApi {
  api: TestApi;
  toolkit(
    call: string,
    body: Record<string, unknown>,
    asking?: ToolkitRequest,
  ): Promise<Reply<Record<string, unknown>>>;
  /** The error message of a toolkit response, or "ok". */
  faultOf(reply: Reply<Record<string, unknown>>): string;
  /** Signs up with e-mail and password; returns the tokens. */
  register(email: string, network?: string): Promise<{ idToken: string; refreshToken: string; localId: string }>;
  /** Signs in with a password; returns the tokens. */
  signIn(email: string, password: string, network?: string): Promise<{ idToken: string; refreshToken: string }>;
  /** Creates a customer: their session and ids. */
  customer(
    email: string,
    network?: string,
  ): Promise<{ token: string; user: User; idToken: string; refreshToken: string; knownDevice: string }>;
  /** Creates a customer with a verified e-mail address. */
  provedCustomer(email: string, network?: string): ReturnType<PeopleApi["customer"]>;
  /** Runs due jobs, then reads the mailbox of an address, newest first. */
  emails(to: string): Promise<Message[]>;
  /** The code in the newest e-mail to an address. */
  code(to: string): Promise<string>;
  /** The sandbox, which stands in for the outside parties. */
  sandbox: TestSandbox;
  close(): Promise<void>;
}

export async function openPeopleApi(options: Parameters<typeof openTestApi>[0] = {}): Promise<PeopleApi> {
  const sandbox = await openTestSandbox();
  const environment = {
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    SANDBOX_URL: sandbox.url,
    ...options.environment,
  };
  const api = await openTestApi({ ...options, environment });
  return {
    ...peopleOf(api, sandbox.url),
    sandbox,
    close: async () => {
      await api.close();
      await sandbox.close();
    },
  };
}

/** The same functions for an API whose mailbox is in the sandbox at that address. */
export function peopleOf(api: TestApi, sandboxUrl: string): Omit<PeopleApi, "close" | "sandbox"> {
  const toolkit: PeopleApi["toolkit"] = (call, body, { network = "north", address, knownDevice } = {}) =>
    api.send("POST", `${toolkitPath(call)}?key=demo-${network}`, {
      body,
      headers: {
        ...(address === undefined ? {} : { "x-forwarded-for": address }),
        ...(knownDevice === undefined ? {} : { "x-known-device": knownDevice }),
      },
    });

  const register: PeopleApi["register"] = async (email, network) => {
    const made = await toolkit("signUp", { email, password: goodPassword }, network === undefined ? {} : { network });
    return z.object({ idToken: z.string(), refreshToken: z.string(), localId: z.string() }).parse(made.body);
  };

  const emails: PeopleApi["emails"] = async (to) => {
    await api.work.drain();
    const answer = await fetch(`${sandboxUrl}/mailbox/messages?to=${encodeURIComponent(to)}`);
    return Messages.parse(await answer.json()).items;
  };

  const customer: PeopleApi["customer"] = async (email, network) => {
    const { idToken, refreshToken } = await register(email, network);
    const { body } = await api.call("login", { firebase_token: idToken }, { network });
    const { user, knownDevice } = body;
    if (user?.userToken === undefined || knownDevice === undefined) throw new Error(`no session: ${body.error?.code}`);
    return { token: user.userToken, user, idToken, refreshToken, knownDevice };
  };

  const code: PeopleApi["code"] = async (to) => {
    const codes = (await emails(to)).flatMap(({ text }) => /[?&]code=([\w-]+)/.exec(text)?.[1] ?? []);
    if (codes[0] === undefined) throw new Error(`no e-mail to ${to} has a code`);
    return codes[0];
  };

  return {
    api,
    toolkit,
    register,
    emails,
    customer,
    code,
    provedCustomer: async (email, network) => {
      const made = await customer(email, network);
      await api.call("sendVerificationEmail", {}, { token: made.token, network });
      await api.call("verifyEmail", { code: await code(email) }, { token: made.token, network });
      return made;
    },
    signIn: async (email, password, network) => {
      const asking = network === undefined ? {} : { network };
      const signed = await toolkit("signInWithPassword", { email, password }, asking);
      return z.object({ idToken: z.string(), refreshToken: z.string() }).parse(signed.body);
    },
    faultOf: ({ body }) =>
      z.object({ error: z.object({ message: z.string() }) }).safeParse(body).data?.error.message ?? "ok",
  };
}

const toolkitPath = (call: string): string =>
  call === "token" ? "/securetoken.googleapis.com/v1/token" : `/identitytoolkit.googleapis.com/v1/accounts:${call}`;
