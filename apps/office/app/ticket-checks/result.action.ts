import type { ActionFunctionArgs } from "react-router";
import { actionNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { answerCheck, refuseOthersForm } from "./answer-check.ts";

/** Answers a form of the check as JSON, for the script of the page. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  await refuseOthersForm(ctx, form);
  return Response.json(await answerCheck(ctx, network.id, form));
}
