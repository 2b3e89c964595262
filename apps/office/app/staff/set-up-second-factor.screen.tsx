import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { refusalText } from "../shell/refusals.ts";
import { requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { confirmKey } from "./confirm-key.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondFactorKey } from "./second-factor-key.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";
import { addressOf } from "./sign-in-steps.ts";

/** Stays on the screen after the set-up, because it shows the new recovery codes. */
export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const { nextStep, secondFactor } = await ctx.signedIn();
  const next = ctx.url.searchParams.get("next");
  if (nextStep !== null && nextStep !== "set-up-second-factor") throw redirect(addressOf(nextStep, next));
  // A user who is not required to have one sets it up on a separate page.
  if (nextStep === null && secondFactor === null) throw redirect(href("secondFactor"));
  const onwards = addressOf(null, next);
  if (nextStep === null) return { onwards, key: null };
  const begun = await ctx.call("beginSecondFactor", {});
  if (!begun.ok) throw new Error(`A second factor could not be begun: ${begun.code}`);
  return { onwards, key: begun.value };
}

export async function action({ context, request }: ActionFunctionArgs) {
  return confirmKey(requestContextOf(context), await request.formData());
}

/** Set-up of a required second factor, before the first access to the office. */
export default function SetUpSecondFactor() {
  const t = useT();
  const { onwards, key } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const words = answer?.refused && refusalText(t, answer.refused);
  return (
    <SignInFrame signOut>
      <Page narrow>
        {answer?.recoveryCodes ? (
          <RecoveryCodes codes={answer.recoveryCodes} onwards={onwards} />
        ) : (
          <>
            <title>{t("staff.factor.set-up")}</title>
            <ErrorSummary title={t("shell.problem")} errors={words ? [{ field: "code", message: words }] : []} />
            <PageHead title={t("staff.factor.set-up")}>
              {t(key === null ? "staff.factor.is-set-up" : "staff.factor.set-up.text")}
            </PageHead>
            {key === null ? (
              <LinkButton href={onwards} variant="main" big>
                {t("staff.factor.go-on")}
              </LinkButton>
            ) : (
              <SecondFactorKey shown={key} error={words} />
            )}
          </>
        )}
      </Page>
    </SignInFrame>
  );
}
