import type { TicketsUsable } from "@guichet/contract/payments.ts";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import type { FieldError } from "@guichet/ui/forms/error-summary.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { BankIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { useFormats } from "../formats/formats.ts";
import { AccountName } from "../payments/account-name.tsx";
import { type Mandate, MandateSheet } from "../payments/mandate-sheet.tsx";
import { useT } from "../texts/texts.tsx";
import type { DebitState } from "./debit-state.ts";

type DebitChoiceProps = {
  choice: DebitState;
  mandate: Mandate;
  usable: TicketsUsable | null;
  errors: readonly FieldError[];
};

/** Account to debit, full mandate and its signature (§6 "TRANSFER"). */
export function DebitChoice({ choice, mandate, usable, errors }: DebitChoiceProps) {
  const t = useT();
  const { accounts, cardId, signature, setSignature } = choice;
  const faultOf = (field: string) => errors.find((error) => error.field === field)?.message;
  return (
    <>
      {accounts.length > 0 && <AccountChoice choice={choice} />}
      {cardId === null && <NewAccountFields choice={choice} faultOf={faultOf} />}
      <MandateSheet mandate={mandate}>
        <UsableFrom usable={usable} />
        <Checkbox
          name="sign"
          checked={signature}
          onChange={(event) => setSignature(event.target.checked)}
          error={faultOf("sign")}
        >
          {t("checkout.debit.sign")}
        </Checkbox>
      </MandateSheet>
    </>
  );
}

/** From when the tickets are usable, before the mandate is signed; nothing if they are at once. */
function UsableFrom({ usable }: Pick<DebitChoiceProps, "usable">) {
  const t = useT();
  const formats = useFormats();
  if (usable === null || usable.from === "signed" || usable.on === null) return null;
  const day = formats.day(usable.on);
  return (
    <Notice tone="wait" title={t(`checkout.debit.usable.${usable.from}`, { day })}>
      {t(`checkout.debit.usable.${usable.from}.text`)}
    </Notice>
  );
}

/** Choice between the saved accounts and a new one. */
function AccountChoice({ choice: { accounts, cardId, pick } }: Pick<DebitChoiceProps, "choice">) {
  const t = useT();
  return (
    <ChoiceGroup id="account" label={t("checkout.debit.account")}>
      {accounts.map((account) => (
        <Choice
          key={account.ID}
          name="account"
          value={account.ID}
          checked={cardId === account.ID}
          onChange={() => pick(account.ID)}
          title={<AccountName account={account} />}
          note={account.holder ? <bdi>{account.holder}</bdi> : undefined}
          end={<BankIcon />}
        />
      ))}
      <Choice
        name="account"
        value="another"
        checked={cardId === null}
        onChange={() => pick("another")}
        title={t("checkout.debit.another")}
      />
    </ChoiceGroup>
  );
}

interface NewAccountFieldsProps extends Pick<DebitChoiceProps, "choice"> {
  faultOf: (field: string) => string | undefined;
}

function NewAccountFields({ choice: { iban, holder, setIban, setHolder }, faultOf }: NewAccountFieldsProps) {
  const t = useT();
  return (
    <div className="stack" data-gap="m">
      <Field
        name="iban"
        label={t("checkout.debit.iban")}
        hint={t("checkout.debit.iban.hint")}
        error={faultOf("iban")}
        value={iban}
        onChange={(event) => setIban(event.target.value)}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Field
        name="holder"
        label={t("checkout.debit.holder")}
        error={faultOf("holder")}
        value={holder}
        onChange={(event) => setHolder(event.target.value)}
        autoComplete="name"
        maxLength={70}
      />
      <p className="small soft">{t("checkout.debit.saved")}</p>
    </div>
  );
}
