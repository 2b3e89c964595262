import { Button } from "../src/button.tsx";
import { Disclosure } from "../src/disclosure.tsx";
import { Figures } from "../src/figures.tsx";
import { Checkbox } from "../src/forms/checkbox.tsx";
import { ChipChoice, Choice } from "../src/forms/choice.tsx";
import { ChoiceGroup } from "../src/forms/choice-group.tsx";
import { DateOfBirthField } from "../src/forms/date-of-birth-field.tsx";
import { ErrorSummary } from "../src/forms/error-summary.tsx";
import { Field } from "../src/forms/field.tsx";
import { FileField } from "../src/forms/file-field.tsx";
import { PasswordField } from "../src/forms/password-field.tsx";
import { TextArea } from "../src/forms/text-area.tsx";
import { GlobeIcon } from "../src/icons.tsx";
import { Lines } from "../src/lines.tsx";
import { LinkButton } from "../src/link-button.tsx";
import { BankIcon, PaymentCardIcon } from "../src/more-icons.tsx";
import { Or } from "../src/or.tsx";
import { Page, PageHead, Split, Stack } from "../src/page/page.tsx";
import { Steps } from "../src/steps.tsx";
import { ToolLink } from "../src/tool.tsx";
import { Frame } from "./frame.tsx";
import type { Words } from "./words.ts";

/** All form controls. */
export function FormsPage({ words }: { words: Words }) {
  return (
    <Frame words={words} here="cart" checkout>
      <Page>
        <Steps
          label={words.steps}
          passed={words.done}
          current={1}
          stops={[{ name: words.pickupStop, href: "#1" }, { name: words.details }, { name: words.pay }]}
        />
        <Split even aside={<Choices words={words} />}>
          <SignIn words={words} />
        </Split>
      </Page>
    </Frame>
  );
}

function SignIn({ words }: { words: Words }) {
  return (
    <>
      <ErrorSummary
        title={words.errors}
        errors={[
          { field: "email", message: words.emailError },
          { field: "password", message: words.passwordError },
        ]}
      />
      <PageHead title={words.signIn}>{words.signInNote}</PageHead>
      <Stack gap="m">
        <LinkButton href="#state" variant="state" big>
          {words.stateId}
        </LinkButton>
        <LinkButton href="#agglo" big icon={<GlobeIcon size="s" />}>
          {words.otherAccount}
        </LinkButton>
      </Stack>
      <Or>{words.or}</Or>
      <form className="stack">
        <Field
          name="email"
          type="email"
          label={words.email}
          error={words.emailError}
          defaultValue="karim.morel@exemple"
          autoComplete="email"
        />
        <PasswordField
          name="password"
          label={words.password}
          error={words.passwordError}
          autoComplete="current-password"
          show={words.show}
          hide={words.hide}
          side={<ToolLink href="#forgotten">{words.forgotten}</ToolLink>}
        />
        <Field
          name="tel"
          type="tel"
          label={words.tel}
          mark={words.optional}
          autoComplete="tel"
          defaultValue="06 00 00 00 00"
        />
        <DateOfBirthField
          name="birth"
          label={words.birth}
          hint={words.birthHint}
          labels={{ day: words.day, month: words.month, year: words.year }}
          values={{ day: "27", month: "3", year: "1998" }}
        />
        <TextArea name="message" label={words.message} />
        <FileField name="document" label={words.upload} hint={words.uploadHint} accept="image/*,.pdf" />
        <Disclosure summary={words.why}>{words.whyText}</Disclosure>
        <Checkbox name="terms" defaultChecked>
          {words.accept} <a href="#terms">{words.terms}</a>.
        </Checkbox>
        <Button variant="main" big>
          {words.signInVerb}
        </Button>
      </form>
    </>
  );
}

function Choices({ words }: { words: Words }) {
  return (
    <>
      <ChoiceGroup id="method" label={words.method}>
        <Choice
          name="method"
          value="agency"
          title={words.agency}
          note={words.pickupDay}
          end={words.free}
          defaultChecked
        />
        <Choice name="method" value="post" title={words.address} note="26 – 27" end={<Figures>2,50 €</Figures>} />
        <Choice name="method" value="full" title={words.agency} note={words.full} disabled />
      </ChoiceGroup>
      <ChoiceGroup id="slot" label={words.slot} layout="slots">
        {["14:00", "14:30", "15:00", "15:30", "16:00", "16:30"].map((slot) => (
          <ChipChoice key={slot} name="slot" value={slot} defaultChecked={slot === "14:30"} disabled={slot === "15:30"}>
            <Figures>{slot}</Figures>
          </ChipChoice>
        ))}
      </ChoiceGroup>
      <ChoiceGroup id="pay" label={words.pay}>
        <Choice name="pay" value="card" title="Visa ·· 4417" note="03/28" end={<PaymentCardIcon />} defaultChecked />
        <Choice name="pay" value="debit" title="FR76 ·· 0189" end={<BankIcon />} />
        <Choice
          name="pay"
          value="three"
          title={words.inThree}
          note={words.inThreeNote}
          more={
            <Lines
              lines={[
                { id: "1", name: words.today, value: <Figures>17,34 €</Figures> },
                { id: "2", name: "20/12/2026", value: <Figures>17,33 €</Figures> },
                { id: "3", name: "20/01/2027", value: <Figures>17,33 €</Figures> },
              ]}
            />
          }
        />
      </ChoiceGroup>
      <Button variant="main" big end={<Figures>52,00 €</Figures>}>
        {words.order}
      </Button>
      <Button variant="main" big busy={words.paying}>
        {words.order}
      </Button>
    </>
  );
}
