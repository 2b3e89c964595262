import { z } from "zod";

/** Error envelope (§7): `{"status":"ko","error":{code,message,details?}}`. */
export const Ko = z.object({
  status: z.literal("ko"),
  error: z.object({
    code: z.string().default("ERR_RESPONSE_ERROR"),
    message: z.string().default(""),
    details: z.record(z.string(), z.unknown()).optional(),
    requestId: z.string().optional(),
  }),
});
export type Ko = z.infer<typeof Ko>;

/** Success envelope: the fields of the response and `"status":"ok"`. */
export type Ok<A> = { status: "ok" } & A;
