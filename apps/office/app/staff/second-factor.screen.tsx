import { Button, type ButtonVariant } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { PasswordField } from "@guichet/ui/forms/password-field.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { refusalText } from "../shell/refusals.ts";
import { type RequestContext, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { useAnswerCount } from "./answer-count.ts";
import { confirmKey } from "./confirm-key.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { type AppKey, SecondFactorKey } from "./second-factor-key.tsx";

export async function loader({ context }: LoaderFunctionArgs) {
  const { secondFactor, isSecondFactorRequired } = await requestContextOf(context).signedIn();
  return { codesLeft: secondFactor?.recoveryCodesLeft ?? null, isRequired: isSecondFactorRequired };
}

/** The actions of this screen: each requires the password, except the code that confirms a key. */
const intents = ["begin", "confirm", "codes", "remove"] as const;
type Intent = (typeof intents)[number];
interface Answered {
  intent: Intent;
  key?: AppKey;
  recoveryCodes?: string[];
  removed?: true;
  refused?: Parameters<typeof refusalText>[1];
}

export async function action({ context, request }: ActionFunctionArgs): Promise<Answered> {
  const ctx = requestContextOf(context);
  const form = await request.formData();
  const intent = intents.find((each) => each === form.get("intent")) ?? "begin";
  if (intent === "confirm") return { intent, ...(await confirmed(ctx, form)) };
  const values = { currentPassword: `${form.get("currentPassword") ?? ""}`.slice(0, 512) };
  if (intent === "begin") {
    const begun = await ctx.call("beginSecondFactor", values);
    return begun.ok ? { intent, key: begun.value } : { intent, refused: begun.code };
  }
  if (intent === "codes") {
    const made = await ctx.call("renewRecoveryCodes", values);
    return made.ok ? { intent, recoveryCodes: made.value.recoveryCodes } : { intent, refused: made.code };
  }
  const removed = await ctx.call("removeSecondFactor", values);
  return removed.ok ? { intent, removed: true } : { intent, refused: removed.code };
}

/** Confirms a key; a wrong code keeps the key on the screen. */
async function confirmed(ctx: RequestContext, form: FormData) {
  const answer = await confirmKey(ctx, form);
  if (answer.refused === undefined) return answer;
  const begun = await ctx.call("beginSecondFactor", {});
  return begun.ok ? { ...answer, key: begun.value } : answer;
}

/** The user's own second factor: set up, move to another phone, new recovery codes, remove. */
export default function SecondFactor() {
  const t = useT();
  const { codesLeft, isRequired } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const answered = useAnswerCount(answer);
  const words = answer?.refused && refusalText(t, answer.refused);
  if (answer?.recoveryCodes) {
    return (
      <Page narrow>
        <RecoveryCodes codes={answer.recoveryCodes} onwards={href("start")} />
      </Page>
    );
  }
  const field = answer?.intent === "confirm" ? "code" : `password-${answer?.intent}`;
  const errorAt = (intent: Intent) => (answer?.intent === intent ? words : undefined);
  return (
    <Page narrow>
      <title>{t("staff.factor")}</title>
      <ErrorSummary title={t("shell.problem")} errors={words ? [{ field, message: words }] : []} />
      <PageHead title={t("staff.factor")}>
        {codesLeft === null ? t("staff.factor.set-up.text") : t("staff.factor.left", { count: codesLeft })}
      </PageHead>
      {answer?.removed && (
        <Notice tone="ok" role="status">
          {t("staff.factor.removed")}
        </Notice>
      )}
      {answer?.key ? (
        <SecondFactorKey shown={answer.key} error={errorAt("confirm")} />
      ) : (
        <Stack key={answered}>
          <Part intent="begin" variant="main" isNew={codesLeft === null} error={errorAt("begin")} />
          {codesLeft !== null && <Part intent="codes" error={errorAt("codes")} />}
          {codesLeft !== null && !isRequired && <Part intent="remove" error={errorAt("remove")} />}
        </Stack>
      )}
    </Page>
  );
}

interface PartProps {
  intent: "begin" | "codes" | "remove";
  variant?: ButtonVariant["variant"];
  isNew?: boolean;
  error: string | undefined;
}

/** The explanation of each action. */
const explained = {
  renew: "staff.factor.renew.text",
  codes: "staff.factor.codes.other",
  remove: "staff.factor.remove.text",
} as const;

/** One action, confirmed with the password. */
function Part({ intent, variant, isNew = false, error }: PartProps) {
  const t = useT();
  const name = intent === "begin" && !isNew ? "renew" : intent;
  return (
    <section className="stack">
      <h2>{t(`staff.factor.${name}`)}</h2>
      {name !== "begin" && <p className="soft">{t(explained[name])}</p>}
      <Form method="post">
        <Stack>
          <input type="hidden" name="intent" value={intent} />
          <PasswordField
            label={t("staff.password.current")}
            id={`password-${intent}`}
            name="currentPassword"
            autoComplete="current-password"
            required
            error={error}
            show={t("staff.show")}
            hide={t("staff.hide")}
          />
          <Button variant={variant}>{t(`staff.factor.${name}.do`)}</Button>
        </Stack>
      </Form>
    </section>
  );
}
