import { type CallName, calls } from "@guichet/contract/calls.ts";
import { sign } from "@guichet/contract/signature.ts";
import { z } from "zod";

const Amount = z.object({ amount: z.int(), currency: z.string() });

const ReplyBody = z.object({
  status: z.enum(["ok", "ko"]),
  orderId: z.string().optional(),
  paymentUrl: z.string().optional(),
  outcome: z.string().optional(),
  use: z.object({ useId: z.string() }).optional(),
  card: z.object({ ID: z.string() }).optional(),
  mandate: z.object({ reference: z.string(), digest: z.string() }).nullish(),
  tickets: z.array(z.object({ ticketId: z.string(), refund: Amount, refusal: z.string().nullable() })).optional(),
  refundId: z.string().optional(),
  refund: z.object({ refundId: z.string() }).optional(),
  items: z.array(z.object({ refundId: z.string().optional() })).optional(),
  staffToken: z.string().optional(),
  error: z.object({ code: z.string() }).optional(),
});
export type ReplyBody = z.infer<typeof ReplyBody>;

interface Sender {
  network: string;
  token?: string | undefined;
  key?: string;
  client: { id: string; key: string };
}

/** Makes a call at a process that may die meanwhile; undefined: there was no response. */
export async function askApi(
  api: string,
  name: CallName,
  values: object,
  { network, token, key, client }: Sender,
): Promise<ReplyBody | undefined> {
  const { method, path } = calls[name];
  const sent = { networkId: network, ...values };
  const signed = { ...sent, signature: sign(sent, client.key) };
  const isRead = method === "GET";
  try {
    const answer = await fetch(new URL(isRead ? `${path}?${new URLSearchParams(signed)}` : path, api), {
      method,
      headers: {
        ...(!isRead && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        "x-client": client.id,
        ...(key !== undefined && { "idempotency-key": key }),
      },
      ...(!isRead && { body: JSON.stringify(signed) }),
    });
    return ReplyBody.parse(await answer.json());
  } catch (error) {
    // fetch fails when the process has died.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
