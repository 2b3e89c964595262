import { typedCode } from "../code-block.ts";
import type { EmailTexts } from "../email-texts.ts";
import { debitEmails, paidOn } from "./debit-emails.ts";
import { documentEmails } from "./documents-en.ts";
import { parcelEmails } from "./parcel-emails.ts";
import { subscriptionEmails } from "./subscription-emails-en.ts";
import { suspension, unpaidEmails } from "./unpaid-emails.ts";

export const en: EmailTexts = {
  plainLink: "If the button does not work, copy this address into your browser:",
  footer: (network, contact) => `${network} – any question? Reply to this message or write to ${contact}.`,
  letters: {
    "verify-email": ({ code, typed, hours }, { network, count, link }) => ({
      subject: `Confirm your e-mail address – ${network}`,
      preheader: `Type the code or open the link within ${count(hours)} hours.`,
      title: "Confirm your e-mail address",
      blocks: [
        `Once your address is confirmed, you can buy tickets in the ${network} shop.`,
        ...typedCode("Type this code on the page where you created your account:", typed),
        "Or open the link in the same browser. In another one, it asks you to choose a new password.",
      ],
      button: { label: "Confirm my address", link: link(`/verify-account?code=${code}`) },
      after: [
        `Code and link work once, for ${count(hours)} hours. Give the code to nobody.`,
        "You did not create an account? Ignore this message: nothing will happen.",
      ],
    }),
    "reset-password": ({ code, minutes }, { network, count, link }) => ({
      subject: `Choose a new password – ${network}`,
      preheader: `The link works for ${count(minutes)} minutes.`,
      title: "Choose a new password",
      blocks: ["You asked to change the password of your account."],
      button: { label: "Choose a password", link: link(`/auth/reset?code=${code}`) },
      after: [
        `This link works once, for ${count(minutes)} minutes.`,
        "You did not ask for this? Ignore this message: your password stays the same.",
      ],
    }),
    "password-changed": ({ at }, { network, moment, link }) => ({
      subject: `Your password was changed – ${network}`,
      preheader: "If this was you, there is nothing to do.",
      title: "Your password was changed",
      blocks: [
        `The password of your account was changed on ${moment(at)}. Your other devices were signed out.`,
        "Was this not you? Choose a new password right away.",
      ],
      button: { label: "This was not me", link: link("/auth/reset") },
    }),
    "email-changed": ({ at, newEmail }, { network, moment }) => ({
      subject: `The e-mail address of your account was changed – ${network}`,
      preheader: "If this was you, there is nothing to do.",
      title: "The e-mail address of your account was changed",
      blocks: [
        `Since ${moment(at)} your account uses the address ${newEmail}. The address at which you receive this message can no longer be used to sign in.`,
        "Was this not you? Reply to this message at once: we will help you to get your account back.",
      ],
    }),
    "identity-linked": ({ at, provider }, { network, moment, link }) => ({
      subject: `A new way to sign in to your account – ${network}`,
      preheader: "If this was you, there is nothing to do.",
      title: "A way to sign in was added",
      blocks: [
        `Since ${moment(at)} your account can also be opened with ${provider ?? "an e-mail address and a password"}.`,
        "Was this not you? Remove it in your account, then reply to this message: we will help you.",
      ],
      button: { label: "Open my account", link: link("/account") },
    }),
    "identity-unlinked": ({ at, provider }, { network, moment, link }) => ({
      subject: `A way to sign in was removed – ${network}`,
      preheader: "If this was you, there is nothing to do.",
      title: "A way to sign in was removed",
      blocks: [
        `Since ${moment(at)} your account can no longer be opened with ${provider ?? "the e-mail address and the password"}. Your other devices were signed out.`,
        "Was this not you? Reply to this message at once: we will help you to get your account back.",
      ],
      button: { label: "Open my account", link: link("/account") },
    }),
    "deletion-code": ({ code, hours }, { network, count, link }) => ({
      subject: `Deleting your data: confirm the request – ${network}`,
      preheader: `Nothing is deleted unless you confirm. The link works for ${count(hours)} hours.`,
      title: "Confirm the request to delete",
      blocks: [
        "Somebody asked to delete the account or the data that belong to this e-mail address.",
        "If you confirm, everything is erased 30 days later; until then you can change your mind.",
      ],
      button: { label: "Continue", link: link(`/account/delete?code=${code}`) },
      after: [
        `This link works once, for ${count(hours)} hours.`,
        "You did not ask for this? Ignore this message: nothing will be deleted.",
      ],
    }),
    "deletion-requested": ({ erasesAt, guest }, { network, moment, link }) => ({
      subject: `${guest ? "Your data will be deleted" : "Your account will be deleted"} – ${network}`,
      preheader: "You have 30 days to change your mind.",
      title: guest ? "Your data will be deleted" : "Your account will be deleted",
      blocks: [
        `Your data will be erased on ${moment(erasesAt)}. We only keep the invoices, as the law requires.`,
        guest
          ? "You changed your mind, or did not ask for this? Reply to this message before that date."
          : "You changed your mind, or did not ask for this? Sign in before that date and reactivate your account.",
      ],
      ...(guest ? {} : { button: { label: "Reactivate my account", link: link("/account") } }),
    }),
    "deletion-reminder": ({ erasesAt, guest }, { network, moment, link }) => ({
      subject: `${guest ? "Your data will soon be deleted" : "Your account will soon be deleted"} – ${network}`,
      preheader: "The last reminder before it is deleted.",
      title: "A few days are left",
      blocks: [
        `As requested, your data will be erased on ${moment(erasesAt)}. After that there is no way back.`,
        guest
          ? "To keep it, reply to this message before that date."
          : "To keep your account, sign in before that date and reactivate it.",
      ],
      ...(guest ? {} : { button: { label: "Keep my account", link: link("/account") } }),
    }),
    "account-reactivated": ({ at }, { network, moment, link }) => ({
      subject: `Your account is reactivated – ${network}`,
      preheader: "The deletion is cancelled.",
      title: "Your account is reactivated",
      blocks: [
        `The deletion of your account was cancelled on ${moment(at)}. Everything is as it was.`,
        "Was this not you? Choose a new password right away.",
      ],
      button: { label: "Open my account", link: link("/account") },
    }),
    "account-erased": ({ at, guest }, { network, moment }) => ({
      subject: `Your data is deleted – ${network}`,
      preheader: "This message is the last one.",
      title: guest ? "Your data is deleted" : "Your account is deleted",
      blocks: [
        `On ${moment(at)} all your data were erased. We only keep the invoices, in an archive, for as long as the law requires.`,
        "We do not keep this address either: this message is the last one.",
      ],
    }),
    "new-sign-in": ({ at, device, traveller }, { network, moment, link }) => ({
      subject: `New sign-in to your account – ${network}`,
      preheader: "If this was you, there is nothing to do.",
      title: "New sign-in to your account",
      blocks: [
        traveller === null
          ? "Somebody signed in to your account with a browser that was not known yet."
          : `Somebody signed in to your account as ${traveller}, with a browser that was not known yet.`,
        { rows: [["When", moment(at)], ...(device === null ? [] : [["Browser", device] as const])] },
        "Was this not you? Sign that browser out and choose a new password right away.",
      ],
      button: { label: "See where you are signed in", link: link("/account?edit=devices") },
    }),
    "traveller-sign-in": ({ at, firstName, given }, { network, moment, link }) => ({
      subject: given ? `${firstName} can sign in – ${network}` : `${firstName} can no longer sign in – ${network}`,
      preheader: "If this was you, there is nothing to do.",
      title: given ? `${firstName} has their own sign-in` : `${firstName} no longer has their own sign-in`,
      blocks: [
        given
          ? `On ${moment(at)} a password of their own was set for ${firstName}. With it and your e-mail address, ${firstName} sees their own tickets and nothing else of your account.`
          : `On ${moment(at)} the password of ${firstName} was removed, and ${firstName} was signed out everywhere.`,
        "Was this not you? Choose a new password for your account right away.",
      ],
      button: { label: "This was not me", link: link("/auth/reset") },
    }),
    "card-blocked": ({ lastDigits, firstName, ticketCount, kind, at }, { network, moment, count, link }) => ({
      subject: `Card ${lastDigits} is blocked – ${network}`,
      preheader: "Your tickets are safe: they move to the card that replaces it.",
      title: `${firstName}’s card is blocked`,
      blocks: [
        `Since ${moment(at)} this card can no longer be used, because it was declared ${kind}.`,
        {
          rows: [
            ["Card number ends in", lastDigits],
            ["Tickets blocked with it", count(ticketCount)],
          ],
        },
        "Tickets that are still valid move to the replacement card, with the time and trips that are left.",
      ],
      button: { label: "Replace the card", link: link("/account/transport-cards") },
      after: ["This was not you, or the card has turned up? Answer this message."],
    }),
    "card-lifted": ({ lastDigits, firstName, ticketCount, at }, { network, moment, count }) => ({
      subject: `Card ${lastDigits} is unblocked – ${network}`,
      preheader: "The card and its tickets can be used again.",
      title: `${firstName}’s card is unblocked`,
      blocks: [
        `Since ${moment(at)} the card can be used again, with the tickets that were on it.`,
        {
          rows: [
            ["Card number ends in", lastDigits],
            ["Tickets unblocked", count(ticketCount)],
          ],
        },
      ],
    }),
    "card-made": ({ lastDigits, firstName, ticketCount, replaces }, { network, count, link }) => ({
      subject: `${firstName}’s new card is made – ${network}`,
      preheader: "It is on its way, or waits where you asked for it.",
      title: `${firstName}’s new card is made`,
      blocks: [
        replaces === null
          ? "It comes to you the way you chose."
          : `It replaces card ${replaces}, which is of no use any more, and comes to you the way you chose.`,
        {
          rows: [
            ["Card number ends in", lastDigits],
            ["Tickets on the card", count(ticketCount)],
          ],
        },
      ],
      button: { label: "See my cards", link: link("/account/transport-cards") },
    }),
    welcome: ({ firstName }, { network, link }) => ({
      subject: `Welcome to ${network}`,
      preheader: "Your account is ready.",
      title: firstName === "" ? "Welcome!" : `Welcome, ${firstName}!`,
      blocks: ["Your account is ready: your tickets, invoices and travellers are all in one place."],
      button: { label: "Open my account", link: link("/account") },
    }),
    "order-confirmation": (
      {
        orderNumber,
        lines,
        total,
        tickets,
        invoiceNumber,
        invoiceAttached,
        guest,
        shippedOrHanded,
        collect,
        parts = [],
      },
      say,
    ) => ({
      subject: `Order ${orderNumber} confirmed – ${say.network}`,
      preheader: `${parts.length > 0 ? `Total ${say.money(total)}, paid on the days below.` : `${say.money(total)} paid.`}${tickets.length === 0 || !guest ? "" : " Your tickets are attached."}`,
      title: "Thank you, your order is confirmed",
      blocks: [
        `Order ${orderNumber}`,
        {
          rows: [
            ...lines.map((line) => [`${say.count(line.quantity)} × ${line.name}`, say.money(line.total)] as const),
          ],
          total: [parts.length > 0 ? "Order total" : "Total paid", say.money(total)],
        },
        ...paidOn("When you pay:", parts, say),
        ...(collect
          ? [
              `Your order will be ready on ${say.moment(collect.startsAt)} (collect it until ${say.time(collect.endsAt)}).`,
              `Where to collect it: ${collect.label}, ${collect.address}. Show order number ${orderNumber}.`,
            ]
          : []),
        ...(tickets.length === 0
          ? []
          : [
              "Your tickets:",
              {
                list: tickets.map((ticket) => {
                  const who = ticket.traveller === null ? "" : `, for ${ticket.traveller}`;
                  const when =
                    ticket.validFrom === null
                      ? `valid from its first use${ticket.useBefore === null ? "" : `, to be used before ${say.limit(ticket.useBefore)}`}`
                      : `valid from ${say.moment(ticket.validFrom)}${ticket.validUntil === null ? "" : ` until ${say.end(ticket.validUntil)}`}`;
                  return {
                    text: `${ticket.name}${who}: ${when}${ticket.onCard ? ", loaded on your card at its next validation" : ""} (no. ${ticket.serial})`,
                    link: ticket.link,
                  };
                }),
              },
            ]),
      ],
      ...(guest ? {} : { button: { label: "See my tickets", link: say.link("/account/wallet") } }),
      after: [
        ...(shippedOrHanded ? ["What is shipped or collected follows on its own: we will let you know."] : []),
        invoiceAttached
          ? `Invoice ${invoiceNumber} is attached to this message.`
          : `Invoice ${invoiceNumber} is in your account, with your order.`,
      ],
    }),
    "order-refunded": ({ orderNumber, total }, { network, money, link }) => ({
      subject: `Order ${orderNumber} refunded: ${money(total)} – ${network}`,
      preheader: "The refund is on its way to the payment method you used.",
      title: "Your order is refunded",
      blocks: [
        `We are refunding ${money(total)} for order ${orderNumber} to the payment method you used. It takes a few days, depending on your bank.`,
      ],
      button: { label: "See the order", link: link("/account/invoices") },
    }),
    "installment-refused": (
      { orderId, orderNumber, position, count, amount, nextTry },
      { network, money, moment, link },
    ) => ({
      subject: `Order ${orderNumber}: the payment of ${money(amount)} did not go through – ${network}`,
      preheader: "We will try again. Please check your card until then.",
      title: "A payment did not go through",
      blocks: [
        `The bank refused part ${position} of ${count} of order ${orderNumber}, ${money(amount)}. Nothing was taken.`,
        `We will try the same card again: ${moment(nextTry)}. Your tickets stay valid.`,
      ],
      button: { label: "See the order", link: link(`/account/invoices?order=${orderId}`) },
    }),
    "installment-unpaid": ({ orderId, orderNumber, position, count, amount, suspendsOn }, say) => ({
      subject: `Order ${orderNumber}: ${say.money(amount)} to be paid – ${say.network}`,
      preheader: "The card was refused three times. Please pay this part online.",
      title: "A part is still to be paid",
      blocks: [
        `Part ${position} of ${count} of order ${orderNumber}, ${say.money(amount)}, was refused three times. Nothing was taken for it.`,
        "Pay it online with any card: the order will then be in good standing again.",
        ...suspension("en", suspendsOn, say),
      ],
      button: { label: "Pay now", link: say.link(`/account/invoices?order=${orderId}`) },
    }),
    "installment-refunded": ({ orderId, orderNumber, position, count, amount }, { network, money, link }) => ({
      subject: `Order ${orderNumber}: ${money(amount)} refunded – ${network}`,
      preheader: "This payment came too late. You get it back.",
      title: "You get a payment back",
      blocks: [
        `A payment of ${money(amount)} for part ${position} of ${count} of order ${orderNumber} arrived after the payment page had been closed. We refund it to the card that was used.`,
        "The order shows whether this part is still to be paid.",
      ],
      button: { label: "See the order", link: link(`/account/invoices?order=${orderId}`) },
    }),
    ...debitEmails.en,
    ...unpaidEmails.en,
    ...parcelEmails.en,
    ...subscriptionEmails,
    "payment-refused-late": ({ orderNumber, total }, { network, money, link }) => ({
      subject: `Order ${orderNumber}: the payment was refused – ${network}`,
      preheader: "Nothing was charged. You can pay another way.",
      title: "The payment was refused",
      blocks: [
        `The payment of ${money(total)} for order ${orderNumber} was refused in the end. Nothing was charged, and no ticket was issued.`,
      ],
      button: { label: "Go back to the order", link: link("/cart") },
    }),
    ...documentEmails,
  },
};
