import type { DocumentReason } from "@guichet/contract/documents.ts";
import { type DocumentEmails, lastDay, listed, type RequestOfDocuments, type Saying } from "../email-texts.ts";

const reasons: Readonly<Record<DocumentReason, string>> = {
  unreadable: "el documento no se puede leer",
  incomplete: "falta una página o un dato",
  "wrong-document": "no es el documento que se pide",
  "wrong-person": "el documento está a nombre de otra persona",
  "out-of-date": "el documento es demasiado antiguo",
  "not-entitled": "el documento no da este derecho",
  other: "vea la explicación más abajo",
};

const about = ({ number, traveller, item }: RequestOfDocuments): [string, string][] => [
  ["Solicitud", number],
  ["Para", traveller],
  ["Título", item],
];
const awaited = (request: RequestOfDocuments, say: Saying) => ({
  rows: [...about(request), ["Respuesta como muy tarde", say.day(request.expectedOn)] as const],
});
const grounds = (request: RequestOfDocuments) => ({
  rows: [
    ...about(request),
    ...(request.reason === null ? [] : [["Motivo", reasons[request.reason]] as const]),
    ...(request.remark === null ? [] : [["Explicación", request.remark] as const]),
  ],
});

export const documentEmails: DocumentEmails = {
  "documents-received": (request, say) => ({
    subject: `Solicitud ${request.number}: documentos recibidos – ${say.network}`,
    preheader: "Respondemos en unos dos días laborables.",
    title: "Sus documentos han llegado",
    blocks: [
      "Los comprobamos y le respondemos por correo electrónico. No tiene que hacer nada más.",
      awaited(request, say),
    ],
    button: { label: "Seguir la solicitud", link: say.link(`/documents/submissions?request=${request.submissionId}`) },
  }),
  "documents-accepted": (request, say) => ({
    subject: `Solicitud ${request.number}: documentos aceptados – ${say.network}`,
    preheader: "El título ya se puede comprar.",
    title: "Sus documentos están aceptados",
    blocks: ["Todo está en orden: puede comprar el título ahora mismo.", { rows: about(request) }],
    button: { label: "Comprar el título", link: say.link(`/products/${request.shopItemId}`) },
  }),
  "documents-refused": (request, say) => ({
    subject: `Solicitud ${request.number}: documentos rechazados – ${say.network}`,
    preheader: "Aquí tiene el motivo y lo que puede hacer.",
    title: "Sus documentos han sido rechazados",
    blocks: ["No hemos podido aceptar esta solicitud. Puede hacer otra con otros documentos.", grounds(request)],
    button: { label: "Ver mis documentos", link: say.link("/documents") },
  }),
  "documents-to-complete": (request, say) => ({
    subject: `Solicitud ${request.number}: falta algo – ${say.network}`,
    preheader: "Necesitamos otro documento.",
    title: "Su solicitud está incompleta",
    blocks: [
      "Necesitamos otro documento para continuar. La solicitud conserva su turno y su número.",
      grounds(request),
    ],
    button: {
      label: "Completar la solicitud",
      link: say.link(`/documents/submissions?request=${request.submissionId}`),
    },
  }),
  "person-corrected": ({ before, traveller, birthDate, kind, tickets, cards }, say) => ({
    subject: `${before}: identidad corregida – ${say.network}`,
    preheader: "Nuestro servicio al cliente ha corregido un nombre o una fecha de nacimiento.",
    title: "Identidad corregida",
    blocks: [
      `Nuestro servicio al cliente ha corregido la identidad de ${before} en su cuenta, tras examinar un justificante.`,
      {
        rows: [
          ["Nombre", traveller],
          ...(birthDate === null ? [] : [["Fecha de nacimiento", say.day(birthDate)] as const]),
        ],
      },
      ...(kind === "same-person" ? ["Los derechos concedidos y las suscripciones siguen siendo válidos."] : []),
      ...(tickets > 0
        ? [
            "Los títulos en curso llevan ahora este nombre: vuelva a abrirlos en sus títulos para mostrar el nuevo código.",
          ]
        : []),
      ...(cards > 0
        ? [
            "Una tarjeta de transporte aún lleva impreso el nombre anterior. Sigue siendo válida; para que la hagan de nuevo, responda a este mensaje.",
          ]
        : []),
      "¿No ha pedido nada? Responda a este mensaje.",
    ],
    button: { label: "Ver mi cuenta", link: say.link("/account") },
  }),
  "person-changed": ({ traveller, waiting, ended, statusEnded, pictureRemoved }, say) => ({
    subject: `${traveller}: derechos que se revisan de nuevo – ${say.network}`,
    preheader: "El nombre o la fecha de nacimiento ha cambiado.",
    title: "El nombre o la fecha de nacimiento ha cambiado",
    blocks: [
      `El nombre o la fecha de nacimiento de ${traveller} ha cambiado. Los derechos concedidos antes solo valen para la persona examinada.`,
      ...listed(
        "Volvemos a examinar estos documentos. Usted no tiene que hacer nada; hasta entonces no permiten comprar:",
        waiting.map(({ name, number }) => `${name} (solicitud ${number})`),
      ),
      ...listed("Estos derechos han terminado. Haga que se confirmen de nuevo:", ended),
      ...(statusEnded ? ["El estatuto tarifario debe declararse de nuevo."] : []),
      ...(pictureRemoved ? ["La foto se ha retirado. Añada una nueva si un título la requiere."] : []),
      "Los billetes ya comprados conservan el nombre con el que se compraron. Si usted no ha hecho este cambio, responda a este mensaje.",
    ],
    button: { label: "Ver mis documentos", link: say.link("/documents") },
  }),
  "document-expiring": ({ name, traveller, expiresAt }, say) => ({
    subject: `${traveller}: un documento caduca pronto – ${say.network}`,
    preheader: `${name}: válido hasta el ${say.dayOf(lastDay(expiresAt))}.`,
    title: "Un documento caduca pronto",
    blocks: [
      `El documento «${name}» de ${traveller} solo es válido hasta el ${say.dayOf(lastDay(expiresAt))}. Envíe uno nuevo antes, para poder seguir comprando con la misma tarifa.`,
    ],
    button: { label: "Enviar un documento", link: say.link("/documents") },
  }),
};
