import { reportedChecksMax } from "@guichet/contract/limits/ticket-check-limits.ts";
import type { ActionFunctionArgs } from "react-router";
import { z } from "zod";
import { actionNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { refuseOthersForm } from "./answer-check.ts";

const Reported = z
  .array(z.object({ checkId: z.string(), text: z.string(), checkedAt: z.string() }))
  .min(1)
  .max(reportedChecksMax);

/** Passes on checks that were made without a connection; answers what is known about each ticket. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  await refuseOthersForm(ctx, form);
  const checks = Reported.safeParse(jsonIn(`${form.get("checks") ?? ""}`));
  if (!checks.success) return Response.json({ code: "FIELD_INVALID" });
  const outcome = await ctx.call("reportTicketChecks", { checks: checks.data }, network.id);
  return Response.json(outcome.ok ? { checks: outcome.value.checks } : { code: outcome.code });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
