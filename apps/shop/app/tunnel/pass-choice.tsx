import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import type { TunnelPassenger } from "@guichet/rules/tunnel.ts";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Amount } from "../formats/amount.tsx";
import { useFormats } from "../formats/formats.ts";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import type { PassOffer, TunnelCard } from "./tunnel.server.ts";
import type { ChosenPass } from "./tunnel-state.ts";

interface PassChoiceProps {
  name: string;
  passenger: TunnelPassenger;
  /** The card that the pass is loaded onto, if it already exists. */
  card: TunnelCard | undefined;
  isOnPhone: boolean;
  /** The passes available to this passenger. */
  passes: readonly PassOffer[];
  chosen: ChosenPass | undefined;
  choose: (pass: ChosenPass) => void;
}

/** Choice of a passenger's pass and its start, with the documents that it requires. */
export function PassChoice({ name, passenger, card, isOnPhone, passes, chosen, choose }: PassChoiceProps) {
  const t = useT();
  const formats = useFormats();
  const key = `pass-${passenger.id}`;
  const on = isOnPhone
    ? t("tunnel.selection.on-phone")
    : passenger.media === newCard
      ? t("tunnel.selection.on-new")
      : t("tunnel.selection.on-card", { digits: card?.number.slice(-4) ?? "" });
  const picked = passes.find(({ shopItemId }) => shopItemId === chosen?.shopItemId);
  const firstDay = (pass: PassOffer) => pass.start?.proposals[0]?.day ?? null;
  return (
    <div className="stack" data-gap="m">
      <ChoiceGroup
        id={key}
        label={t("tunnel.selection.of", { name })}
        hint={passes.length === 0 ? `${on} ${t("tunnel.selection.none-suits")}` : on}
      >
        {passes.map((pass) => (
          <Choice
            key={pass.shopItemId}
            name={key}
            value={pass.shopItemId}
            title={pass.name}
            note={[pass.audience, pass.summary].filter(Boolean).join(" · ")}
            end={<Amount money={pass.price} />}
            more={
              pass.documents.length > 0
                ? t("tunnel.selection.documents", { names: formats.list(pass.documents) })
                : undefined
            }
            checked={picked === pass}
            onChange={() => choose({ shopItemId: pass.shopItemId, day: firstDay(pass) })}
          />
        ))}
        <Choice
          name={key}
          value=""
          title={t("tunnel.selection.no-pass")}
          checked={picked === undefined}
          onChange={() => choose({ shopItemId: "", day: null })}
        />
      </ChoiceGroup>
      {picked && picked.documents.length > 0 && (
        <p>
          <LinkButton
            variant="quiet"
            href={href("documents", undefined, { item: picked.shopItemId, for: passenger.id })}
          >
            {t("tunnel.selection.give-documents")}
          </LinkButton>
        </p>
      )}
      {picked?.start && (
        <Select
          name={`start-${passenger.id}`}
          label={t("tunnel.selection.start", { name })}
          value={chosen?.day ?? ""}
          onChange={({ currentTarget: { value } }) => choose({ shopItemId: picked.shopItemId, day: value })}
          options={picked.start.proposals.map(({ day }) => ({ value: day, label: formats.day(day) }))}
        />
      )}
    </div>
  );
}
