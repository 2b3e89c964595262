import { travellersPerAccountMax } from "@guichet/contract/limits/account-limits.ts";
import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { MergeMoves, MergeObstacle, MergeParty } from "@guichet/contract/office/customer-service/merge.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Facts } from "@guichet/ui/facts.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

interface Obstacle {
  kind: MergeObstacle;
  names: readonly string[];
}

export interface Preview {
  remaining: MergeParty;
  absorbed: MergeParty;
  moves: MergeMoves;
  ownSignIns: number;
  obstacles: readonly Obstacle[];
}

/** What moves, in the sequence in which it is shown. */
const kinds = [
  "orders",
  "tickets",
  "subscriptions",
  "mandates",
  "paymentMethods",
  "cards",
  "travellers",
  "documents",
  "submissions",
  "emails",
] as const satisfies readonly (keyof MergeMoves)[];

/** Says why two accounts cannot be merged, with the orders or providers that it is about. */
export function useObstacleText(): (obstacle: Obstacle) => string {
  const t = useT();
  const formats = useFormats();
  return ({ kind, names }) =>
    t(`customers.merge.obstacle.${kind}`, {
      names: formats.list([...names]),
      max: formats.number(travellersPerAccountMax),
    });
}

/** What would move, and the form that merges; or what prevents it. */
export function MergePreview({ preview, reason }: { preview: Preview; reason: string | undefined }) {
  const t = useT();
  const formats = useFormats();
  const obstacleText = useObstacleText();
  const { remaining, absorbed, moves, ownSignIns, obstacles } = preview;
  return (
    <Sheet id="preview" title={t("customers.merge.absorbed")}>
      <Facts
        facts={[
          { term: t("customers.merge.absorbed.who"), value: <Party party={absorbed} />, long: true },
          { term: t("customers.merge.remaining"), value: <Party party={remaining} />, long: true },
        ]}
      />
      {obstacles.length > 0 ? (
        <Notice tone="bad" title={t("customers.merge.blocked")}>
          <ul>
            {obstacles.map((obstacle) => (
              <li key={obstacle.kind}>{obstacleText(obstacle)}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <>
          <h3>{t("customers.merge.moves")}</h3>
          <Facts
            facts={kinds.map((kind) => ({ term: t(`customers.merge.${kind}`), value: formats.number(moves[kind]) }))}
          />
          <Notice tone="wait">
            <p>{t(absorbed.isGuest ? "customers.merge.ends.guest" : "customers.merge.ends")}</p>
            {ownSignIns > 0 && <p>{t("customers.merge.own-sign-ins", { count: ownSignIns })}</p>}
          </Notice>
          <MergeForm absorbedId={absorbed.customerId} reason={reason} />
        </>
      )}
    </Sheet>
  );
}

/** An account with what shows whether both are of one person: name, birth date, and whether the address is its owner's. */
function Party({ party: { name, customerNumber, birthDate, email, isConfirmed } }: { party: MergeParty }) {
  const t = useT();
  const formats = useFormats();
  const born = birthDate && t("customers.merge.born", { date: formats.shortDay(birthDate) });
  const proof = isConfirmed === null ? null : t(`customers.merge.${isConfirmed ? "confirmed-address" : "unconfirmed"}`);
  const words = [name, born, customerNumber, email, proof].flatMap((word) => word || []);
  return <bdi>{formats.list(words)}</bdi>;
}

function MergeForm({ absorbedId, reason }: { absorbedId: string; reason: string | undefined }) {
  const t = useT();
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <Form method="post">
      <input type="hidden" name="absorbed" value={absorbedId} />
      <Stack>
        <Field
          name="reason"
          label={t("customers.reason")}
          defaultValue={reason}
          maxLength={auditReasonMaxLength}
          required
        />
        <Choice
          id="confirmed"
          type="checkbox"
          name="confirmed"
          value="yes"
          required
          title={t("customers.merge.confirmed")}
        />
        <Button variant="danger" busy={isBusy && t("customers.busy")}>
          {t("customers.merge.do")}
        </Button>
      </Stack>
    </Form>
  );
}
