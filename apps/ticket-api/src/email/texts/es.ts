import { typedCode } from "../code-block.ts";
import type { EmailTexts } from "../email-texts.ts";
import { debitEmails, paidOn } from "./debit-emails.ts";
import { documentEmails } from "./documents-es.ts";
import { parcelEmails } from "./parcel-emails.ts";
import { subscriptionEmails } from "./subscription-emails-es.ts";
import { suspension, unpaidEmails } from "./unpaid-emails.ts";

export const es: EmailTexts = {
  plainLink: "Si el botón no funciona, copie esta dirección en su navegador:",
  footer: (network, contact) => `${network} – ¿alguna pregunta? Responda a este mensaje o escriba a ${contact}.`,
  letters: {
    "verify-email": ({ code, typed, hours }, { network, count, link }) => ({
      subject: `Confirme su correo electrónico – ${network}`,
      preheader: `Escriba el código o abra el enlace antes de ${count(hours)} horas.`,
      title: "Confirme su correo electrónico",
      blocks: [
        `Cuando haya confirmado su dirección, podrá comprar sus títulos en la tienda de ${network}.`,
        ...typedCode("Escriba este código en la página en la que ha creado su cuenta:", typed),
        "O abra el enlace en el mismo navegador. En otro, le pedirá que elija una contraseña nueva.",
      ],
      button: { label: "Confirmar mi dirección", link: link(`/verify-account?code=${code}`) },
      after: [
        `El código y el enlace valen durante ${count(hours)} horas y solo se pueden usar una vez. No dé este código a nadie.`,
        "¿No ha creado ninguna cuenta? Ignore este mensaje: no ocurrirá nada.",
      ],
    }),
    "reset-password": ({ code, minutes }, { network, count, link }) => ({
      subject: `Elija una nueva contraseña – ${network}`,
      preheader: `El enlace vale durante ${count(minutes)} minutos.`,
      title: "Elija una nueva contraseña",
      blocks: ["Ha pedido cambiar la contraseña de su cuenta."],
      button: { label: "Elegir una contraseña", link: link(`/auth/reset?code=${code}`) },
      after: [
        `Este enlace vale durante ${count(minutes)} minutos y solo se puede usar una vez.`,
        "¿No ha pedido nada? Ignore este mensaje: su contraseña sigue siendo la misma.",
      ],
    }),
    "password-changed": ({ at }, { network, moment, link }) => ({
      subject: `Su contraseña ha cambiado – ${network}`,
      preheader: "Si ha sido usted, no tiene que hacer nada.",
      title: "Su contraseña ha cambiado",
      blocks: [
        `La contraseña de su cuenta se cambió el ${moment(at)}. Se ha cerrado la sesión en sus demás dispositivos.`,
        "¿No ha sido usted? Elija ahora mismo una nueva contraseña.",
      ],
      button: { label: "No he sido yo", link: link("/auth/reset") },
    }),
    "email-changed": ({ at, newEmail }, { network, moment }) => ({
      subject: `El correo electrónico de su cuenta ha cambiado – ${network}`,
      preheader: "Si ha sido usted, no tiene que hacer nada.",
      title: "El correo electrónico de su cuenta ha cambiado",
      blocks: [
        `Desde el ${moment(at)}, su cuenta utiliza la dirección ${newEmail}. La dirección en la que recibe este mensaje ya no sirve para iniciar sesión.`,
        "¿No ha sido usted? Responda enseguida a este mensaje: le ayudaremos a recuperar su cuenta.",
      ],
    }),
    "identity-linked": ({ at, provider }, { network, moment, link }) => ({
      subject: `Una nueva forma de entrar en su cuenta – ${network}`,
      preheader: "Si ha sido usted, no tiene que hacer nada.",
      title: "Se ha añadido una forma de entrar",
      blocks: [
        `Desde el ${moment(at)}, su cuenta también se abre con ${provider ?? "un correo electrónico y una contraseña"}.`,
        "¿No ha sido usted? Retírela desde su cuenta y responda a este mensaje: le ayudaremos.",
      ],
      button: { label: "Abrir mi cuenta", link: link("/account") },
    }),
    "identity-unlinked": ({ at, provider }, { network, moment, link }) => ({
      subject: `Se ha retirado una forma de entrar – ${network}`,
      preheader: "Si ha sido usted, no tiene que hacer nada.",
      title: "Se ha retirado una forma de entrar",
      blocks: [
        `Desde el ${moment(at)}, su cuenta ya no se abre con ${provider ?? "el correo electrónico y la contraseña"}. Se ha cerrado la sesión en sus otros dispositivos.`,
        "¿No ha sido usted? Responda enseguida a este mensaje: le ayudaremos a recuperar su cuenta.",
      ],
      button: { label: "Abrir mi cuenta", link: link("/account") },
    }),
    "deletion-code": ({ code, hours }, { network, count, link }) => ({
      subject: `Eliminación de sus datos: confirme la solicitud – ${network}`,
      preheader: `No se elimina nada sin su confirmación. El enlace vale ${count(hours)} horas.`,
      title: "Confirme la solicitud de eliminación",
      blocks: [
        "Se ha pedido eliminar la cuenta o los datos vinculados a esta dirección de correo.",
        "Si lo confirma, todo se borrará 30 días después; hasta entonces podrá cambiar de opinión.",
      ],
      button: { label: "Continuar", link: link(`/account/delete?code=${code}`) },
      after: [
        `Este enlace vale ${count(hours)} horas y se usa una sola vez.`,
        "¿No ha pedido nada? Ignore este mensaje: no se eliminará nada.",
      ],
    }),
    "deletion-requested": ({ erasesAt, guest }, { network, moment, link }) => ({
      subject: `${guest ? "Sus datos se eliminarán" : "Su cuenta se eliminará"} – ${network}`,
      preheader: "Tiene 30 días para cambiar de opinión.",
      title: guest ? "Sus datos se eliminarán" : "Su cuenta se eliminará",
      blocks: [
        `Sus datos se borrarán el ${moment(erasesAt)}. Solo conservamos las facturas, como exige la ley.`,
        guest
          ? "¿Ha cambiado de opinión o no ha pedido nada? Responda a este mensaje antes de esa fecha."
          : "¿Ha cambiado de opinión o no ha pedido nada? Inicie sesión antes de esa fecha y reactive su cuenta.",
      ],
      ...(guest ? {} : { button: { label: "Reactivar mi cuenta", link: link("/account") } }),
    }),
    "deletion-reminder": ({ erasesAt, guest }, { network, moment, link }) => ({
      subject: `${guest ? "Sus datos se eliminarán pronto" : "Su cuenta se eliminará pronto"} – ${network}`,
      preheader: "Último aviso antes de la eliminación.",
      title: "Le quedan unos días",
      blocks: [
        `Como pidió, sus datos se borrarán el ${moment(erasesAt)}. Después no habrá vuelta atrás.`,
        guest
          ? "Para conservarlos, responda a este mensaje antes de esa fecha."
          : "Para conservar su cuenta, inicie sesión antes de esa fecha y reactívela.",
      ],
      ...(guest ? {} : { button: { label: "Conservar mi cuenta", link: link("/account") } }),
    }),
    "account-reactivated": ({ at }, { network, moment, link }) => ({
      subject: `Su cuenta está reactivada – ${network}`,
      preheader: "La eliminación queda anulada.",
      title: "Su cuenta está reactivada",
      blocks: [
        `La eliminación de su cuenta se anuló el ${moment(at)}. Todo está como antes.`,
        "¿No ha sido usted? Elija enseguida una contraseña nueva.",
      ],
      button: { label: "Abrir mi cuenta", link: link("/account") },
    }),
    "account-erased": ({ at, guest }, { network, moment }) => ({
      subject: `Sus datos se han eliminado – ${network}`,
      preheader: "Este mensaje es el último.",
      title: guest ? "Sus datos se han eliminado" : "Su cuenta se ha eliminado",
      blocks: [
        `El ${moment(at)} se borraron todos sus datos. Solo conservamos las facturas, en un archivo, durante el tiempo que exige la ley.`,
        "Tampoco conservamos esta dirección: este mensaje es el último.",
      ],
    }),
    "new-sign-in": ({ at, device, traveller }, { network, moment, link }) => ({
      subject: `Nuevo inicio de sesión en su cuenta – ${network}`,
      preheader: "Si ha sido usted, no tiene que hacer nada.",
      title: "Nuevo inicio de sesión en su cuenta",
      blocks: [
        traveller === null
          ? "Alguien ha iniciado sesión en su cuenta con un navegador que aún no conocíamos."
          : `Alguien ha iniciado sesión en su cuenta como ${traveller}, con un navegador que aún no conocíamos.`,
        { rows: [["Cuándo", moment(at)], ...(device === null ? [] : [["Navegador", device] as const])] },
        "¿No ha sido usted? Cierre la sesión de ese navegador y elija enseguida una contraseña nueva.",
      ],
      button: { label: "Ver dónde ha iniciado sesión", link: link("/account?edit=devices") },
    }),
    "traveller-sign-in": ({ at, firstName, given }, { network, moment, link }) => ({
      subject: given
        ? `${firstName} ya puede iniciar sesión – ${network}`
        : `${firstName} ya no puede iniciar sesión – ${network}`,
      preheader: "Si ha sido usted, no tiene que hacer nada.",
      title: given
        ? `${firstName} tiene su propio inicio de sesión`
        : `${firstName} ya no tiene su propio inicio de sesión`,
      blocks: [
        given
          ? `El ${moment(at)} se eligió una contraseña para ${firstName}. Con ella y con la dirección de correo de usted, ${firstName} ve sus propios títulos y nada más de la cuenta.`
          : `El ${moment(at)} se quitó la contraseña de ${firstName} y se cerraron todas sus sesiones.`,
        "¿No ha sido usted? Elija enseguida una contraseña nueva para su cuenta.",
      ],
      button: { label: "No he sido yo", link: link("/auth/reset") },
    }),
    "card-blocked": ({ lastDigits, firstName, ticketCount, kind, at }, { network, moment, count, link }) => ({
      subject: `La tarjeta ${lastDigits} está bloqueada – ${network}`,
      preheader: "Sus títulos están a salvo: pasarán a la tarjeta que la sustituya.",
      title: `La tarjeta de ${firstName} está bloqueada`,
      blocks: [
        `Desde el ${moment(at)} esta tarjeta ya no se puede usar, porque se declaró ${{ lost: "perdida", stolen: "robada", defective: "defectuosa" }[kind]}.`,
        {
          rows: [
            ["Últimas cifras de la tarjeta", lastDigits],
            ["Títulos bloqueados con ella", count(ticketCount)],
          ],
        },
        "Los títulos que sigan siendo válidos pasarán a la tarjeta de sustitución, con el tiempo y los viajes que queden.",
      ],
      button: { label: "Sustituir la tarjeta", link: link("/account/transport-cards") },
      after: ["¿No ha sido usted o ha aparecido la tarjeta? Responda a este mensaje."],
    }),
    "card-lifted": ({ lastDigits, firstName, ticketCount, at }, { network, moment, count }) => ({
      subject: `La tarjeta ${lastDigits} está desbloqueada – ${network}`,
      preheader: "La tarjeta y sus títulos se pueden usar de nuevo.",
      title: `La tarjeta de ${firstName} está desbloqueada`,
      blocks: [
        `Desde el ${moment(at)} la tarjeta se puede usar de nuevo, con los títulos que contenía.`,
        {
          rows: [
            ["Últimas cifras de la tarjeta", lastDigits],
            ["Títulos desbloqueados", count(ticketCount)],
          ],
        },
      ],
    }),
    "card-made": ({ lastDigits, firstName, ticketCount, replaces }, { network, count, link }) => ({
      subject: `La nueva tarjeta de ${firstName} está lista – ${network}`,
      preheader: "Está en camino, o le espera donde usted la pidió.",
      title: `La nueva tarjeta de ${firstName} está lista`,
      blocks: [
        replaces === null
          ? "Le llegará por la vía que usted eligió."
          : `Sustituye a la tarjeta ${replaces}, que ya no sirve, y le llegará por la vía que usted eligió.`,
        {
          rows: [
            ["Últimas cifras de la tarjeta", lastDigits],
            ["Títulos en la tarjeta", count(ticketCount)],
          ],
        },
      ],
      button: { label: "Ver mis tarjetas", link: link("/account/transport-cards") },
    }),
    welcome: ({ firstName }, { network, link }) => ({
      subject: `Le damos la bienvenida a ${network}`,
      preheader: "Su cuenta está lista.",
      title: firstName === "" ? "¡Le damos la bienvenida!" : `¡Hola, ${firstName}!`,
      blocks: ["Su cuenta está lista: sus títulos, sus facturas y sus viajeros, en un mismo lugar."],
      button: { label: "Abrir mi cuenta", link: link("/account") },
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
      subject: `Pedido ${orderNumber} confirmado – ${say.network}`,
      preheader: `${parts.length > 0 ? `Total ${say.money(total)}, que se paga en las fechas de abajo.` : `${say.money(total)} pagados.`}${tickets.length === 0 || !guest ? "" : " Sus títulos van adjuntos a este mensaje."}`,
      title: "Gracias, su pedido está confirmado",
      blocks: [
        `Pedido ${orderNumber}`,
        {
          rows: [
            ...lines.map((line) => [`${say.count(line.quantity)} × ${line.name}`, say.money(line.total)] as const),
          ],
          total: [parts.length > 0 ? "Total del pedido" : "Total pagado", say.money(total)],
        },
        ...paidOn("Las fechas de pago:", parts, say),
        ...(collect
          ? [
              `Su pedido estará listo el ${say.moment(collect.startsAt)} (recogida hasta las ${say.time(collect.endsAt)}).`,
              `Dónde recogerlo: ${collect.label}, ${collect.address}. Muestre el número de pedido ${orderNumber}.`,
            ]
          : []),
        ...(tickets.length === 0
          ? []
          : [
              "Sus títulos:",
              {
                list: tickets.map((ticket) => {
                  const who = ticket.traveller === null ? "" : `, para ${ticket.traveller}`;
                  const when =
                    ticket.validFrom === null
                      ? `válido desde la primera validación${ticket.useBefore === null ? "" : `, debe validarse antes del ${say.limit(ticket.useBefore)}`}`
                      : `válido desde el ${say.moment(ticket.validFrom)}${ticket.validUntil === null ? "" : ` hasta el ${say.end(ticket.validUntil)}`}`;
                  return {
                    text: `${ticket.name}${who}: ${when}${ticket.onCard ? ", se carga en su tarjeta en la próxima validación" : ""} (n.º ${ticket.serial})`,
                    link: ticket.link,
                  };
                }),
              },
            ]),
      ],
      ...(guest ? {} : { button: { label: "Ver mis títulos", link: say.link("/account/wallet") } }),
      after: [
        ...(shippedOrHanded ? ["Lo que se envía o se recoge llega aparte: se lo comunicaremos."] : []),
        invoiceAttached
          ? `La factura ${invoiceNumber} va adjunta a este mensaje.`
          : `La factura ${invoiceNumber} está en su cuenta, junto a su pedido.`,
      ],
    }),
    "order-refunded": ({ orderNumber, total }, { network, money, link }) => ({
      subject: `Pedido ${orderNumber} reembolsado: ${money(total)} – ${network}`,
      preheader: "El reembolso va al medio de pago que utilizó.",
      title: "Su pedido se ha reembolsado",
      blocks: [
        `Le reembolsamos ${money(total)} del pedido ${orderNumber} en el medio de pago que utilizó. Tardará unos días, según su banco.`,
      ],
      button: { label: "Ver el pedido", link: link("/account/invoices") },
    }),
    "installment-refused": (
      { orderId, orderNumber, position, count, amount, nextTry },
      { network, money, moment, link },
    ) => ({
      subject: `Pedido ${orderNumber}: el pago de ${money(amount)} no se ha realizado – ${network}`,
      preheader: "Lo intentaremos de nuevo. Mientras tanto, compruebe su tarjeta.",
      title: "Un pago no se ha realizado",
      blocks: [
        `El banco ha rechazado el plazo ${position} de ${count} del pedido ${orderNumber}, por ${money(amount)}. No se ha cobrado nada.`,
        `Lo intentaremos de nuevo con la misma tarjeta: ${moment(nextTry)}. Sus títulos siguen siendo válidos.`,
      ],
      button: { label: "Ver el pedido", link: link(`/account/invoices?order=${orderId}`) },
    }),
    "installment-unpaid": ({ orderId, orderNumber, position, count, amount, suspendsOn }, say) => ({
      subject: `Pedido ${orderNumber}: ${say.money(amount)} por pagar – ${say.network}`,
      preheader: "La tarjeta se ha rechazado tres veces. Pague este plazo en línea.",
      title: "Queda un plazo por pagar",
      blocks: [
        `El plazo ${position} de ${count} del pedido ${orderNumber}, por ${say.money(amount)}, se ha rechazado tres veces. No se ha cobrado nada por él.`,
        "Páguelo en línea con la tarjeta que prefiera: el pedido volverá a estar al día.",
        ...suspension("es", suspendsOn, say),
      ],
      button: { label: "Pagar ahora", link: say.link(`/account/invoices?order=${orderId}`) },
    }),
    "installment-refunded": ({ orderId, orderNumber, position, count, amount }, { network, money, link }) => ({
      subject: `Pedido ${orderNumber}: ${money(amount)} reembolsados – ${network}`,
      preheader: "Este pago llegó demasiado tarde. Se le devuelve.",
      title: "Se le devuelve un pago",
      blocks: [
        `Un pago de ${money(amount)} por el plazo ${position} de ${count} del pedido ${orderNumber} llegó después de cerrarse la página de pago. Lo reembolsamos en la tarjeta utilizada.`,
        "En el pedido puede ver si este plazo sigue por pagar.",
      ],
      button: { label: "Ver el pedido", link: link(`/account/invoices?order=${orderId}`) },
    }),
    ...debitEmails.es,
    ...unpaidEmails.es,
    ...parcelEmails.es,
    ...subscriptionEmails,
    "payment-refused-late": ({ orderNumber, total }, { network, money, link }) => ({
      subject: `Pedido ${orderNumber}: el pago ha sido rechazado – ${network}`,
      preheader: "No se ha cobrado nada. Puede pagar de otra forma.",
      title: "El pago ha sido rechazado",
      blocks: [
        `El pago de ${money(total)} del pedido ${orderNumber} finalmente ha sido rechazado. No se ha cobrado nada ni se ha emitido ningún título.`,
      ],
      button: { label: "Volver al pedido", link: link("/cart") },
    }),
    ...documentEmails,
  },
};
