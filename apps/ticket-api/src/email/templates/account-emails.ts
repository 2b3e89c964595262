import { deletionWithdrawalDays } from "@guichet/contract/limits/personal-data-limits.ts";
import type { EmailTemplates } from "../email-contents.ts";

/** E-mails about an account: its address, password, sign-in methods and deletion. */
export const accountEmails: EmailTemplates<
  | "verify-email"
  | "reset-password"
  | "password-changed"
  | "email-changed"
  | "accounts-merged"
  | "details-corrected"
  | "identity-linked"
  | "identity-unlinked"
  | "deletion-code"
  | "deletion-requested"
  | "deletion-reminder"
  | "account-reactivated"
  | "account-erased"
  | "new-sign-in"
  | "traveller-sign-in"
  | "welcome"
> = {
  "verify-email": ({ code, typed, hours }, { t, network, isolated, link }) => ({
    subject: t("account-emails.verify-email.subject", { network }),
    preheader: t("account-emails.verify-email.preheader", { hours }),
    title: t("account-emails.verify-email.title"),
    blocks: [
      t("account-emails.verify-email.text", { network }),
      // Absent in e-mails queued before this code existed.
      ...(typed === undefined ? [] : [t("account-emails.verify-email.type"), { box: isolated(typed) }]),
      t("account-emails.verify-email.or-open"),
    ],
    button: { label: t("account-emails.verify-email.button"), link: link(`/verify-account?code=${code}`) },
    after: [t("account-emails.verify-email.once", { hours }), t("account-emails.verify-email.not-you")],
  }),
  "reset-password": ({ code, minutes }, { t, network, link }) => ({
    subject: t("account-emails.reset-password.subject", { network }),
    preheader: t("account-emails.reset-password.preheader", { minutes }),
    title: t("account-emails.reset-password.title"),
    blocks: [t("account-emails.reset-password.text")],
    button: { label: t("account-emails.reset-password.button"), link: link(`/auth/reset?code=${code}`) },
    after: [t("account-emails.reset-password.once", { minutes }), t("account-emails.reset-password.not-you")],
  }),
  "password-changed": ({ at }, { t, network, moment, link }) => ({
    subject: t("account-emails.password-changed.subject", { network }),
    preheader: t("account-emails.password-changed.preheader"),
    title: t("account-emails.password-changed.title"),
    blocks: [
      t("account-emails.password-changed.text", { at: moment(at) }),
      t("account-emails.password-changed.not-you"),
    ],
    button: { label: t("account-emails.password-changed.button"), link: link("/auth/reset") },
  }),
  "email-changed": ({ at, newEmail }, { t, network, moment }) => ({
    subject: t("account-emails.email-changed.subject", { network }),
    preheader: t("account-emails.email-changed.preheader"),
    title: t("account-emails.email-changed.title"),
    blocks: [
      t("account-emails.email-changed.text", { at: moment(at), newEmail }),
      t("account-emails.email-changed.not-you"),
    ],
  }),
  "accounts-merged": ({ at, other, remains }, { t, network, moment }) => ({
    subject: t("account-emails.accounts-merged.subject", { network }),
    preheader: t("account-emails.accounts-merged.preheader"),
    title: t("account-emails.accounts-merged.title"),
    blocks: [
      remains
        ? t("account-emails.accounts-merged.remaining", { at: moment(at), other })
        : t("account-emails.accounts-merged.absorbed", { at: moment(at), other }),
      t("account-emails.accounts-merged.not-you"),
    ],
  }),
  "details-corrected": ({ at, fields, guest }, { t, network, moment, link }) => ({
    subject: t("account-emails.details-corrected.subject", { network }),
    preheader: t("account-emails.details-corrected.preheader"),
    title: t("account-emails.details-corrected.title"),
    blocks: [
      t("account-emails.details-corrected.text", { at: moment(at) }),
      { list: fields.map((field) => ({ text: t(`account-emails.details-corrected.${field}`), link: null })) },
      t("account-emails.details-corrected.not-you"),
    ],
    ...(guest ? {} : { button: { label: t("account-emails.details-corrected.button"), link: link("/account") } }),
  }),
  "identity-linked": ({ at, provider }, { t, network, moment, link }) => ({
    subject: t("account-emails.identity-linked.subject", { network }),
    preheader: t("account-emails.identity-linked.preheader"),
    title: t("account-emails.identity-linked.title"),
    blocks: [
      provider === null
        ? t("account-emails.identity-linked.password", { at: moment(at) })
        : t("account-emails.identity-linked.provider", { at: moment(at), provider }),
      t("account-emails.identity-linked.not-you"),
    ],
    button: { label: t("account-emails.identity-linked.button"), link: link("/account") },
  }),
  "identity-unlinked": ({ at, provider }, { t, network, moment, link }) => ({
    subject: t("account-emails.identity-unlinked.subject", { network }),
    preheader: t("account-emails.identity-unlinked.preheader"),
    title: t("account-emails.identity-unlinked.title"),
    blocks: [
      provider === null
        ? t("account-emails.identity-unlinked.password", { at: moment(at) })
        : t("account-emails.identity-unlinked.provider", { at: moment(at), provider }),
      t("account-emails.identity-unlinked.not-you"),
    ],
    button: { label: t("account-emails.identity-unlinked.button"), link: link("/account") },
  }),
  "deletion-code": ({ code, hours }, { t, network, link }) => ({
    subject: t("account-emails.deletion-code.subject", { network }),
    preheader: t("account-emails.deletion-code.preheader", { hours }),
    title: t("account-emails.deletion-code.title"),
    blocks: [
      t("account-emails.deletion-code.asked"),
      t("account-emails.deletion-code.days", { days: deletionWithdrawalDays }),
    ],
    button: { label: t("account-emails.deletion-code.button"), link: link(`/account/delete?code=${code}`) },
    after: [t("account-emails.deletion-code.once", { hours }), t("account-emails.deletion-code.not-you")],
  }),
  "deletion-requested": ({ erasesAt, guest }, { t, network, moment, link }) => ({
    subject: guest
      ? t("account-emails.deletion-requested.subject-guest", { network })
      : t("account-emails.deletion-requested.subject", { network }),
    preheader: t("account-emails.deletion-requested.preheader", { days: deletionWithdrawalDays }),
    title: guest ? t("account-emails.deletion-requested.title-guest") : t("account-emails.deletion-requested.title"),
    blocks: [
      t("account-emails.deletion-requested.text", { at: moment(erasesAt) }),
      guest ? t("account-emails.deletion-requested.keep-guest") : t("account-emails.deletion-requested.keep"),
    ],
    ...(guest ? {} : { button: { label: t("account-emails.deletion-requested.button"), link: link("/account") } }),
  }),
  "deletion-reminder": ({ erasesAt, guest }, { t, network, moment, link }) => ({
    subject: guest
      ? t("account-emails.deletion-reminder.subject-guest", { network })
      : t("account-emails.deletion-reminder.subject", { network }),
    preheader: t("account-emails.deletion-reminder.preheader"),
    title: t("account-emails.deletion-reminder.title"),
    blocks: [
      t("account-emails.deletion-reminder.text", { at: moment(erasesAt) }),
      guest ? t("account-emails.deletion-reminder.keep-guest") : t("account-emails.deletion-reminder.keep"),
    ],
    ...(guest ? {} : { button: { label: t("account-emails.deletion-reminder.button"), link: link("/account") } }),
  }),
  "account-reactivated": ({ at, guest = false }, { t, network, moment, link }) => ({
    subject: guest
      ? t("account-emails.account-reactivated.subject-guest", { network })
      : t("account-emails.account-reactivated.subject", { network }),
    preheader: t("account-emails.account-reactivated.preheader"),
    title: guest ? t("account-emails.account-reactivated.title-guest") : t("account-emails.account-reactivated.title"),
    ...(guest
      ? { blocks: [t("account-emails.account-reactivated.text-guest", { at: moment(at) })] }
      : {
          blocks: [
            t("account-emails.account-reactivated.text", { at: moment(at) }),
            t("account-emails.account-reactivated.not-you"),
          ],
          button: { label: t("account-emails.account-reactivated.button"), link: link("/account") },
        }),
  }),
  "account-erased": ({ at, guest }, { t, network, moment }) => ({
    subject: t("account-emails.account-erased.subject", { network }),
    preheader: t("account-emails.account-erased.preheader"),
    title: guest ? t("account-emails.account-erased.title-guest") : t("account-emails.account-erased.title"),
    blocks: [t("account-emails.account-erased.text", { at: moment(at) }), t("account-emails.account-erased.last")],
  }),
  "new-sign-in": ({ at, device, traveller }, { t, network, isolated, moment, link }) => ({
    subject: t("account-emails.new-sign-in.subject", { network }),
    preheader: t("account-emails.new-sign-in.preheader"),
    title: t("account-emails.new-sign-in.title"),
    blocks: [
      traveller === null
        ? t("account-emails.new-sign-in.holder")
        : t("account-emails.new-sign-in.traveller", { traveller }),
      {
        rows: [
          [t("account-emails.new-sign-in.when"), moment(at)],
          ...(device === null ? [] : [[t("account-emails.new-sign-in.browser"), isolated(device)] as const]),
        ],
      },
      t("account-emails.new-sign-in.not-you"),
    ],
    button: { label: t("account-emails.new-sign-in.button"), link: link("/account?edit=devices") },
  }),
  "traveller-sign-in": ({ at, firstName, given }, { t, network, moment, link }) => ({
    subject: given
      ? t("account-emails.traveller-sign-in.given.subject", { firstName, network })
      : t("account-emails.traveller-sign-in.removed.subject", { firstName, network }),
    preheader: t("account-emails.traveller-sign-in.preheader"),
    title: given
      ? t("account-emails.traveller-sign-in.given.title", { firstName })
      : t("account-emails.traveller-sign-in.removed.title", { firstName }),
    blocks: [
      given
        ? t("account-emails.traveller-sign-in.given.text", { at: moment(at), firstName })
        : t("account-emails.traveller-sign-in.removed.text", { at: moment(at), firstName }),
      t("account-emails.traveller-sign-in.not-you"),
    ],
    button: { label: t("account-emails.traveller-sign-in.button"), link: link("/auth/reset") },
  }),
  welcome: ({ firstName }, { t, network, link }) => ({
    subject: t("account-emails.welcome.subject", { network }),
    preheader: t("account-emails.welcome.preheader"),
    title:
      firstName === "" ? t("account-emails.welcome.title") : t("account-emails.welcome.title-named", { firstName }),
    blocks: [t("account-emails.welcome.text")],
    button: { label: t("account-emails.welcome.button"), link: link("/account") },
  }),
};
