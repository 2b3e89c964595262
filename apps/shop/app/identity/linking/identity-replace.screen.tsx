import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { addEmailAction } from "./add-email.server.ts";
import { AddEmail } from "./add-email.tsx";
import { addEmailStart } from "./add-email-start.server.ts";

export const loader = ({ context, request }: LoaderFunctionArgs) => addEmailStart(context, request, "replace");

export const action = (asked: ActionFunctionArgs) => addEmailAction(asked, "replace");

export default function IdentityReplace() {
  const { reauthenticated, email, refused } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? refused;
  return <AddEmail what="replace" reauthenticated={reauthenticated} email={email} answer={answer} />;
}
