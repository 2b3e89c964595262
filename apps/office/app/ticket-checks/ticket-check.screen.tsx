import { searchQueryMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { Stack } from "@guichet/ui/page/page.tsx";
import { type FormEvent, useRef, useState } from "react";
import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, useActionData } from "react-router";
import { OfficePage } from "../shell/office-page.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { answerCheck } from "./answer-check.ts";
import { Scanner } from "./barcode/scanner.tsx";
import { beep } from "./beep.ts";
import { BlockForm } from "./block-form.tsx";
import { AnnouncedResult, CheckResult, CheckRunning, OrderOfTicket, OtherChecks } from "./check-result.tsx";
import { LateFindings, ListAge, Unreported } from "./offline-state.tsx";
import { type ShownCheck, shownResult, toneOf } from "./shown-check.ts";
import { useTicketCheck } from "./use-ticket-check.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  await permittedNetworkOf(requestContextOf(context), params.network, "tickets.check");
  return null;
}

/** Without script, the form is answered by the page itself. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const answer = await answerCheck(ctx, network.id, await request.formData());
  return "code" in answer ? refused(answer.code) : { check: shownResult(answer.check, answer.text) };
}

/** Checks tickets on board: by camera, picture or number, with or without a connection. */
export default function TicketCheck() {
  const t = useT();
  const isHydrated = useHydrated();
  const sound = useSound();
  const result = useRef<HTMLDivElement>(null);
  const checks = useTicketCheck(useActionData<typeof action>(), (check) => {
    sound.play(check);
    result.current?.scrollIntoView({ block: "start" });
  });
  const { shown, isBusy, reports } = checks;
  const check = shown !== undefined && "check" in shown ? shown.check : null;
  const code = shown !== undefined && "code" in shown ? shown.code : undefined;
  return (
    <OfficePage
      title={t("ticket-checks.title")}
      refused={code && (code === "FIELD_REQUIRED" ? t("ticket-checks.empty") : refusalText(t, code))}
    >
      <LateFindings reports={reports} />
      <AnnouncedResult check={check} />
      <div ref={result}>
        {shown !== undefined && "isChecking" in shown && <CheckRunning />}
        {check && (
          <Stack>
            <CheckResult check={check} />
            <OtherChecks checks={check.otherChecks} />
            <OrderOfTicket check={check} />
            <BlockForm
              key={`${check.checkId} ${check.reasons}`}
              check={check}
              isBusy={isBusy}
              onChange={checks.change}
            />
          </Stack>
        )}
      </div>
      <NumberForm isBusy={isBusy} onCheck={checks.check} />
      {isHydrated && (
        <>
          <Scanner onCode={checks.check} isPaused={isBusy} />
          <Unreported reports={reports} />
          <ListAge list={checks.list} clock={checks.clock} />
          <Button type="button" onClick={sound.toggle}>
            {t(sound.isOn ? "ticket-checks.sound.on" : "ticket-checks.sound.off")}
          </Button>
        </>
      )}
    </OfficePage>
  );
}

function NumberForm({ isBusy, onCheck }: { isBusy: boolean; onCheck: (text: string) => void }) {
  const t = useT();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onCheck(`${new FormData(event.currentTarget).get("text") ?? ""}`);
    // The next one can be typed, or scanned by a reader that types.
    event.currentTarget.reset();
  };
  return (
    <Form method="post" onSubmit={submit}>
      <Stack>
        <Field
          label={t("ticket-checks.number")}
          hint={t("ticket-checks.number.hint", { example: exampleNumber })}
          name="text"
          maxLength={searchQueryMaxLength}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          action={
            <Button variant="main" busy={isBusy && t("ticket-checks.busy")}>
              {t("ticket-checks.check")}
            </Button>
          }
        />
      </Stack>
    </Form>
  );
}

/** A number of a ticket, as it is written. */
const exampleNumber = "K7Q M2R XY4";

const soundKey = "ticket-checks/sound";

/** The sound of results, which can be turned off for this browser. */
function useSound() {
  const [isOn, setOn] = useState(() => typeof localStorage === "undefined" || localStorage.getItem(soundKey) !== "off");
  return {
    isOn,
    toggle() {
      localStorage.setItem(soundKey, isOn ? "off" : "on");
      setOn(!isOn);
    },
    play: ({ outcome }: ShownCheck) => isOn && beep(toneOf[outcome]),
  };
}
