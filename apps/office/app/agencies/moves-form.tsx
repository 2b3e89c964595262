import type { PromisedCollection } from "@guichet/contract/office/agencies.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import type { AgencyAnswer } from "./change-agency.ts";

type Preview = NonNullable<AgencyAnswer["preview"]>;
type Slot = Preview["slots"][number];

interface MovesFormProps {
  agencyId: string;
  answer: AgencyAnswer;
  preview: Preview;
}

/** What was promised for the time that a change closes, with the slot that each order gets instead. Nothing has changed yet. */
export function MovesForm({ agencyId, answer, preview }: MovesFormProps) {
  const t = useT();
  const network = useNetwork();
  const sent = useNavigation().formData?.get("what");
  const { promises, agencies, targetId } = preview;
  const isStuck = promises.some((promise) => slotsFor(promise, preview).length === 0);
  return (
    <Form method="post">
      <input type="hidden" name="draft" value={JSON.stringify(answer.draft)} />
      <Stack>
        <Notice tone="wait" title={t("agencies.moves", { count: promises.length })}>
          {t("agencies.moves.text")}
        </Notice>
        {agencies.length > 1 && (
          <div className="search">
            <Select
              key={targetId}
              name="to"
              label={t("agencies.moves.to")}
              defaultValue={targetId ?? ""}
              options={agencies.map(({ agencyId: value, label }) => ({ value, label }))}
            />
            <Button name="what" value="preview" formNoValidate busy={sent === "preview" && t("agencies.busy")}>
              {t("agencies.moves.propose")}
            </Button>
          </div>
        )}
        {isStuck && <Notice tone="bad">{t("agencies.moves.stuck")}</Notice>}
        {promises.length > 0 && <MovesTable preview={preview} moves={answer.moves} />}
        <Sheet>
          <p className="soft">{t("agencies.moves.email")}</p>
          <div className="row">
            <Button variant="main" name="what" value="confirm" busy={sent === "confirm" && t("agencies.busy")}>
              {t("agencies.moves.do", { count: promises.length })}
            </Button>
            <LinkButton variant="quiet" href={href("agency", { network: network.id, id: agencyId })}>
              {t("agencies.cancel")}
            </LinkButton>
          </div>
        </Sheet>
      </Stack>
    </Form>
  );
}

/** Slots to choose from at one agency, for one order. */
const slotsShown = 12;

/** The slots that do not begin before the promised time: the first ones of each agency, and the proposed one. */
function slotsFor({ collect, proposal }: PromisedCollection, { slots }: Preview): Slot[] {
  const possible = slots.filter(({ startsAt }) => startsAt >= collect.startsAt);
  const isProposed = ({ siteId, slotId }: Slot) => siteId === proposal?.siteId && slotId === proposal.slotId;
  return [...new Set(possible.map(({ siteId }) => siteId))].flatMap((siteId) =>
    possible.filter((slot) => slot.siteId === siteId).filter((slot, at) => at < slotsShown || isProposed(slot)),
  );
}

function MovesTable({ preview, moves }: { preview: Preview; moves: AgencyAnswer["moves"] }) {
  const t = useT();
  return (
    <TableFrame label={t("agencies.moves.table")}>
      <thead>
        <tr>
          <th scope="col">{t("agencies.moves.order")}</th>
          <th scope="col">{t("agencies.moves.promised")}</th>
          <th scope="col">{t("agencies.moves.new")}</th>
        </tr>
      </thead>
      <tbody>
        {preview.promises.map((promise) => (
          <MoveRow
            key={promise.orderId}
            promise={promise}
            preview={preview}
            chosen={moves.find(({ orderId }) => orderId === promise.orderId)}
          />
        ))}
      </tbody>
    </TableFrame>
  );
}

interface MoveRowProps {
  promise: PromisedCollection;
  preview: Preview;
  chosen: AgencyAnswer["moves"][number] | undefined;
}

function MoveRow({ promise, preview, chosen }: MoveRowProps) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { orderId, number, customer, collect, state, proposal } = promise;
  const optionOf = ({ siteId, slotId }: { siteId: string; slotId: string }) => `${orderId}|${siteId}|${slotId}`;
  const slots = slotsFor(promise, preview);
  const isFree = chosen !== undefined && slots.some((slot) => optionOf(slot) === optionOf(chosen));
  const selected = isFree ? optionOf(chosen) : proposal === null ? "" : optionOf(proposal);
  return (
    <tr>
      <th scope="row">
        <TextLink href={href("order", { network: network.id, id: orderId })}>
          <Figures>{number}</Figures>
        </TextLink>
        <span className="fine act-note">
          <bdi>{customer}</bdi>
        </span>
      </th>
      <td>
        {formats.shortInstant(collect.startsAt)}
        <span className="fine act-note">{t(`agencies.promise.${state}`)}</span>
      </td>
      <td className="agency-slot">
        <Select
          key={selected}
          id={`move-${orderId}`}
          name="move"
          label={t("agencies.moves.slot")}
          defaultValue={selected}
          options={[
            ...(selected === "" ? [{ value: "", label: t("agencies.moves.none") }] : []),
            ...slots.map((slot) => ({
              value: optionOf(slot),
              label: t("shell.agency.slot-at", { at: formats.shortInstant(slot.startsAt), label: slot.label }),
            })),
          ]}
          required
        />
      </td>
    </tr>
  );
}
