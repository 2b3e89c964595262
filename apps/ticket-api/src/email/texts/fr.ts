import { typedCode } from "../code-block.ts";
import type { EmailTexts } from "../email-texts.ts";
import { debitEmails, paidOn } from "./debit-emails.ts";
import { documentEmails } from "./documents-fr.ts";
import { parcelEmails } from "./parcel-emails.ts";
import { subscriptionEmails } from "./subscription-emails-fr.ts";
import { suspension, unpaidEmails } from "./unpaid-emails.ts";

export const fr: EmailTexts = {
  plainLink: "Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :",
  footer: (network, contact) => `${network} – une question ? Répondez à ce message ou écrivez à ${contact}.`,
  letters: {
    "verify-email": ({ code, typed, hours }, { network, count, link }) => ({
      subject: `Confirmez votre adresse e-mail – ${network}`,
      preheader: `Saisissez le code ou ouvrez le lien dans les ${count(hours)} heures.`,
      title: "Confirmez votre adresse e-mail",
      blocks: [
        `Une fois votre adresse confirmée, vous pourrez acheter vos titres de transport sur la boutique ${network}.`,
        ...typedCode("Saisissez ce code sur la page où vous avez créé votre compte :", typed),
        "Ou ouvrez le lien dans le même navigateur. Dans un autre, il vous demandera de choisir un nouveau mot de passe.",
      ],
      button: { label: "Confirmer mon adresse", link: link(`/verify-account?code=${code}`) },
      after: [
        `Le code et le lien sont valables ${count(hours)} heures et ne servent qu’une fois. Ne donnez ce code à personne.`,
        "Vous n’avez pas créé de compte ? Ignorez ce message : rien ne se passera.",
      ],
    }),
    "reset-password": ({ code, minutes }, { network, count, link }) => ({
      subject: `Choisissez un nouveau mot de passe – ${network}`,
      preheader: `Le lien est valable ${count(minutes)} minutes.`,
      title: "Choisissez un nouveau mot de passe",
      blocks: ["Vous avez demandé à changer le mot de passe de votre compte."],
      button: { label: "Choisir un mot de passe", link: link(`/auth/reset?code=${code}`) },
      after: [
        `Ce lien est valable ${count(minutes)} minutes et ne sert qu’une fois.`,
        "Vous n’avez rien demandé ? Ignorez ce message : votre mot de passe reste le même.",
      ],
    }),
    "password-changed": ({ at }, { network, moment, link }) => ({
      subject: `Votre mot de passe a été changé – ${network}`,
      preheader: "Si c’est vous, il n’y a rien à faire.",
      title: "Votre mot de passe a été changé",
      blocks: [
        `Le mot de passe de votre compte a été changé le ${moment(at)}. Vos autres appareils ont été déconnectés.`,
        "Ce n’est pas vous ? Choisissez tout de suite un nouveau mot de passe.",
      ],
      button: { label: "Ce n’est pas moi", link: link("/auth/reset") },
    }),
    "email-changed": ({ at, newEmail }, { network, moment }) => ({
      subject: `L’adresse e-mail de votre compte a changé – ${network}`,
      preheader: "Si c’est vous, il n’y a rien à faire.",
      title: "L’adresse e-mail de votre compte a changé",
      blocks: [
        `Depuis le ${moment(at)}, votre compte utilise l’adresse ${newEmail}. Cette adresse-ci ne permet plus de se connecter.`,
        "Ce n’est pas vous ? Répondez sans attendre à ce message : nous vous aiderons à retrouver votre compte.",
      ],
    }),
    "identity-linked": ({ at, provider }, { network, moment, link }) => ({
      subject: `Nouvelle façon de vous connecter à votre compte – ${network}`,
      preheader: "Si c’est vous, il n’y a rien à faire.",
      title: "Une façon de vous connecter a été ajoutée",
      blocks: [
        `Depuis le ${moment(at)}, on peut aussi ouvrir votre compte avec ${provider ?? "une adresse e-mail et un mot de passe"}.`,
        "Ce n’est pas vous ? Retirez cet accès depuis votre compte, puis répondez à ce message : nous vous aiderons.",
      ],
      button: { label: "Ouvrir mon compte", link: link("/account") },
    }),
    "identity-unlinked": ({ at, provider }, { network, moment, link }) => ({
      subject: `Une façon de vous connecter a été retirée – ${network}`,
      preheader: "Si c’est vous, il n’y a rien à faire.",
      title: "Une façon de vous connecter a été retirée",
      blocks: [
        `Depuis le ${moment(at)}, ${provider === null ? "l’adresse e-mail et le mot de passe ne permettent" : `${provider} ne permet`} plus d’ouvrir votre compte. Vos autres appareils ont été déconnectés.`,
        "Ce n’est pas vous ? Répondez sans attendre à ce message : nous vous aiderons à retrouver votre compte.",
      ],
      button: { label: "Ouvrir mon compte", link: link("/account") },
    }),
    "deletion-code": ({ code, hours }, { network, count, link }) => ({
      subject: `Suppression de vos données : confirmez la demande – ${network}`,
      preheader: `Rien n’est supprimé sans votre confirmation. Lien valable ${count(hours)} heures.`,
      title: "Confirmez la demande de suppression",
      blocks: [
        "La suppression du compte ou des données liés à cette adresse e-mail a été demandée.",
        "Si vous la confirmez, tout sera effacé 30 jours plus tard ; d’ici là, vous pourrez changer d’avis.",
      ],
      button: { label: "Continuer", link: link(`/account/delete?code=${code}`) },
      after: [
        `Ce lien est valable ${count(hours)} heures et ne sert qu’une fois.`,
        "Vous n’avez rien demandé ? Ignorez ce message : rien ne sera supprimé.",
      ],
    }),
    "deletion-requested": ({ erasesAt, guest }, { network, moment, link }) => ({
      subject: `${guest ? "Vos données seront supprimées" : "Votre compte sera supprimé"} – ${network}`,
      preheader: "Vous avez 30 jours pour changer d’avis.",
      title: guest ? "Vos données seront supprimées" : "Votre compte sera supprimé",
      blocks: [
        `Vos données seront effacées le ${moment(erasesAt)}. Nous gardons seulement les factures, comme la loi l’exige.`,
        guest
          ? "Vous changez d’avis, ou vous n’avez rien demandé ? Répondez à ce message avant cette date."
          : "Vous changez d’avis, ou vous n’avez rien demandé ? Connectez-vous avant cette date et réactivez votre compte.",
      ],
      ...(guest ? {} : { button: { label: "Réactiver mon compte", link: link("/account") } }),
    }),
    "deletion-reminder": ({ erasesAt, guest }, { network, moment, link }) => ({
      subject: `${guest ? "Vos données seront bientôt supprimées" : "Votre compte sera bientôt supprimé"} – ${network}`,
      preheader: "Dernier rappel avant la suppression.",
      title: "Il vous reste quelques jours",
      blocks: [
        `Comme demandé, vos données seront effacées le ${moment(erasesAt)}. Ensuite, il ne sera plus possible de revenir en arrière.`,
        guest
          ? "Pour les garder, répondez à ce message avant cette date."
          : "Pour garder votre compte, connectez-vous avant cette date et réactivez-le.",
      ],
      ...(guest ? {} : { button: { label: "Garder mon compte", link: link("/account") } }),
    }),
    "account-reactivated": ({ at }, { network, moment, link }) => ({
      subject: `Votre compte est réactivé – ${network}`,
      preheader: "La suppression est annulée.",
      title: "Votre compte est réactivé",
      blocks: [
        `La suppression de votre compte a été annulée le ${moment(at)}. Tout est comme avant.`,
        "Ce n’est pas vous ? Choisissez tout de suite un nouveau mot de passe.",
      ],
      button: { label: "Ouvrir mon compte", link: link("/account") },
    }),
    "account-erased": ({ at, guest }, { network, moment }) => ({
      subject: `Vos données sont supprimées – ${network}`,
      preheader: "Ce message est le dernier.",
      title: guest ? "Vos données sont supprimées" : "Votre compte est supprimé",
      blocks: [
        `Le ${moment(at)}, toutes vos données ont été effacées. Nous gardons seulement les factures, dans une archive, aussi longtemps que la loi l’exige.`,
        "Nous ne gardons pas non plus cette adresse : ce message est le dernier.",
      ],
    }),
    "new-sign-in": ({ at, device, traveller }, { network, moment, link }) => ({
      subject: `Nouvelle connexion à votre compte – ${network}`,
      preheader: "Si c’était vous, il n’y a rien à faire.",
      title: "Nouvelle connexion à votre compte",
      blocks: [
        traveller === null
          ? "Quelqu’un s’est connecté à votre compte depuis un navigateur encore inconnu."
          : `Quelqu’un s’est connecté à votre compte en tant que ${traveller}, depuis un navigateur encore inconnu.`,
        { rows: [["Quand", moment(at)], ...(device === null ? [] : [["Navigateur", device] as const])] },
        "Ce n’était pas vous ? Déconnectez ce navigateur et choisissez tout de suite un nouveau mot de passe.",
      ],
      button: { label: "Voir les appareils connectés", link: link("/account?edit=devices") },
    }),
    "traveller-sign-in": ({ at, firstName, given }, { network, moment, link }) => ({
      subject: given
        ? `${firstName} peut se connecter – ${network}`
        : `${firstName} ne peut plus se connecter – ${network}`,
      preheader: "Si c’était vous, il n’y a rien à faire.",
      title: given ? `${firstName} a sa propre connexion` : `${firstName} n’a plus sa propre connexion`,
      blocks: [
        given
          ? `Le ${moment(at)}, un mot de passe a été choisi pour ${firstName}. Avec ce mot de passe et votre adresse e-mail, ${firstName} voit ses propres titres et rien d’autre de votre compte.`
          : `Le ${moment(at)}, le mot de passe de ${firstName} a été retiré. Toutes ses connexions ont été fermées.`,
        "Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe pour votre compte.",
      ],
      button: { label: "Ce n’était pas moi", link: link("/auth/reset") },
    }),
    "card-blocked": ({ lastDigits, firstName, ticketCount, kind, at }, { network, moment, count, link }) => ({
      subject: `La carte ${lastDigits} est bloquée – ${network}`,
      preheader: "Vos titres sont à l’abri : ils passeront sur la carte qui la remplace.",
      title: `La carte de ${firstName} est bloquée`,
      blocks: [
        `Depuis le ${moment(at)}, cette carte ne peut plus être utilisée, car elle a été déclarée ${{ lost: "perdue", stolen: "volée", defective: "défectueuse" }[kind]}.`,
        {
          rows: [
            ["Numéro de carte, fin", lastDigits],
            ["Titres bloqués avec elle", count(ticketCount)],
          ],
        },
        "Les titres encore valables passeront sur la carte de remplacement, avec le temps et les trajets qui restent.",
      ],
      button: { label: "Remplacer la carte", link: link("/account/transport-cards") },
      after: ["La déclaration n’est pas de vous, ou la carte est retrouvée ? Répondez à ce message."],
    }),
    "card-lifted": ({ lastDigits, firstName, ticketCount, at }, { network, moment, count }) => ({
      subject: `La carte ${lastDigits} est débloquée – ${network}`,
      preheader: "La carte et ses titres sont de nouveau utilisables.",
      title: `La carte de ${firstName} est débloquée`,
      blocks: [
        `Depuis le ${moment(at)}, la carte est de nouveau utilisable, avec les titres qui s’y trouvaient.`,
        {
          rows: [
            ["Numéro de carte, fin", lastDigits],
            ["Titres débloqués", count(ticketCount)],
          ],
        },
      ],
    }),
    "card-made": ({ lastDigits, firstName, ticketCount, replaces }, { network, count, link }) => ({
      subject: `La nouvelle carte de ${firstName} est faite – ${network}`,
      preheader: "Elle est en route, ou vous attend là où vous l’avez demandé.",
      title: `La nouvelle carte de ${firstName} est faite`,
      blocks: [
        replaces === null
          ? "Elle part par la voie que vous avez choisie."
          : `Elle remplace la carte ${replaces}, qui ne sert plus, et part par la voie que vous avez choisie.`,
        {
          rows: [
            ["Numéro de carte, fin", lastDigits],
            ["Titres sur la carte", count(ticketCount)],
          ],
        },
      ],
      button: { label: "Voir mes cartes", link: link("/account/transport-cards") },
    }),
    welcome: ({ firstName }, { network, link }) => ({
      subject: `Bienvenue chez ${network}`,
      preheader: "Votre compte est prêt.",
      title: firstName === "" ? "Bienvenue !" : `Bienvenue, ${firstName} !`,
      blocks: ["Votre compte est prêt : vos titres, vos factures et vos voyageurs se trouvent au même endroit."],
      button: { label: "Ouvrir mon compte", link: link("/account") },
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
      subject: `Commande ${orderNumber} confirmée – ${say.network}`,
      preheader: `${parts.length > 0 ? `Total ${say.money(total)}, payé aux dates ci-dessous.` : `${say.money(total)} payés.`}${tickets.length === 0 || !guest ? "" : " Vos titres sont joints à ce message."}`,
      title: "Merci, votre commande est confirmée",
      blocks: [
        `Commande ${orderNumber}`,
        {
          rows: [
            ...lines.map((line) => [`${say.count(line.quantity)} × ${line.name}`, say.money(line.total)] as const),
          ],
          total: [parts.length > 0 ? "Total de la commande" : "Total payé", say.money(total)],
        },
        ...paidOn("Vos dates de paiement :", parts, say),
        ...(collect
          ? [
              `Votre commande sera prête le ${say.moment(collect.startsAt)} (retrait jusqu’à ${say.time(collect.endsAt)}).`,
              `Où la retirer : ${collect.label}, ${collect.address}. Présentez le numéro de commande ${orderNumber}.`,
            ]
          : []),
        ...(tickets.length === 0
          ? []
          : [
              "Vos titres :",
              {
                list: tickets.map((ticket) => {
                  const who = ticket.traveller === null ? "" : `, pour ${ticket.traveller}`;
                  const when =
                    ticket.validFrom === null
                      ? `valable dès la première validation${ticket.useBefore === null ? "" : `, à valider avant le ${say.limit(ticket.useBefore)}`}`
                      : `valable à partir du ${say.moment(ticket.validFrom)}${ticket.validUntil === null ? "" : ` et jusqu’au ${say.end(ticket.validUntil)}`}`;
                  return {
                    text: `${ticket.name}${who} : ${when}${ticket.onCard ? ", chargé sur votre carte à la prochaine validation" : ""} (n° ${ticket.serial})`,
                    link: ticket.link,
                  };
                }),
              },
            ]),
      ],
      ...(guest ? {} : { button: { label: "Voir mes titres", link: say.link("/account/wallet") } }),
      after: [
        ...(shippedOrHanded
          ? ["Ce qui vous est envoyé ou remis en agence suit de son côté : nous vous préviendrons."]
          : []),
        invoiceAttached
          ? `La facture ${invoiceNumber} est jointe à ce message.`
          : `La facture ${invoiceNumber} se trouve dans votre compte, avec votre commande.`,
      ],
    }),
    "order-refunded": ({ orderNumber, total }, { network, money, link }) => ({
      subject: `Commande ${orderNumber} remboursée : ${money(total)} – ${network}`,
      preheader: "Le remboursement part vers le moyen de paiement utilisé.",
      title: "Votre commande est remboursée",
      blocks: [
        `Nous remboursons ${money(total)} pour la commande ${orderNumber}, sur le moyen de paiement que vous avez utilisé. Comptez quelques jours selon votre banque.`,
      ],
      button: { label: "Voir la commande", link: link("/account/invoices") },
    }),
    "installment-refused": (
      { orderId, orderNumber, position, count, amount, nextTry },
      { network, money, moment, link },
    ) => ({
      subject: `Commande ${orderNumber} : le paiement de ${money(amount)} n’est pas passé – ${network}`,
      preheader: "Nous essaierons de nouveau. Vérifiez votre carte d’ici là.",
      title: "Un paiement n’est pas passé",
      blocks: [
        `La banque a refusé l’échéance ${position} sur ${count} de la commande ${orderNumber}, soit ${money(amount)}. Rien n’a été débité.`,
        `Nous essaierons de nouveau sur la même carte : ${moment(nextTry)}. Vos titres restent valables.`,
      ],
      button: { label: "Voir la commande", link: link(`/account/invoices?order=${orderId}`) },
    }),
    "installment-unpaid": ({ orderId, orderNumber, position, count, amount, suspendsOn }, say) => ({
      subject: `Commande ${orderNumber} : ${say.money(amount)} à régler – ${say.network}`,
      preheader: "La carte a été refusée trois fois. Réglez cette échéance en ligne.",
      title: "Une échéance reste à régler",
      blocks: [
        `L’échéance ${position} sur ${count} de la commande ${orderNumber}, soit ${say.money(amount)}, a été refusée trois fois. Rien n’a été débité pour elle.`,
        "Réglez-la en ligne avec la carte de votre choix : la commande sera alors de nouveau en règle.",
        ...suspension("fr", suspendsOn, say),
      ],
      button: { label: "Régler maintenant", link: say.link(`/account/invoices?order=${orderId}`) },
    }),
    "installment-refunded": ({ orderId, orderNumber, position, count, amount }, { network, money, link }) => ({
      subject: `Commande ${orderNumber} : ${money(amount)} remboursés – ${network}`,
      preheader: "Ce paiement est arrivé trop tard. Il vous est rendu.",
      title: "Un paiement vous est rendu",
      blocks: [
        `Un paiement de ${money(amount)} pour l’échéance ${position} sur ${count} de la commande ${orderNumber} est arrivé après la fermeture de la page de paiement. Nous vous le remboursons sur la carte utilisée.`,
        "Voyez dans la commande si cette échéance reste à régler.",
      ],
      button: { label: "Voir la commande", link: link(`/account/invoices?order=${orderId}`) },
    }),
    ...debitEmails.fr,
    ...unpaidEmails.fr,
    ...parcelEmails.fr,
    ...subscriptionEmails,
    "payment-refused-late": ({ orderNumber, total }, { network, money, link }) => ({
      subject: `Commande ${orderNumber} : le paiement a été refusé – ${network}`,
      preheader: "Rien n’a été débité. Vous pouvez payer autrement.",
      title: "Le paiement a été refusé",
      blocks: [
        `Le paiement de ${money(total)} pour la commande ${orderNumber} a finalement été refusé. Rien n’a été débité, et aucun titre n’a été délivré.`,
      ],
      button: { label: "Reprendre la commande", link: link("/cart") },
    }),
    ...documentEmails,
  },
};
