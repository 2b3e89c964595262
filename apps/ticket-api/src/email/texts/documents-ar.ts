import type { DocumentReason } from "@guichet/contract/documents.ts";
import { type DocumentEmails, lastDay, listed, type RequestOfDocuments, type Saying } from "../email-texts.ts";

const reasons: Readonly<Record<DocumentReason, string>> = {
  unreadable: "المستند غير مقروء",
  incomplete: "تنقص صفحة أو معلومة",
  "wrong-document": "ليس هذا هو المستند المطلوب",
  "wrong-person": "المستند باسم شخص آخر",
  "out-of-date": "المستند قديم جدًا",
  "not-entitled": "المستند لا يمنح هذا الحق",
  other: "انظر التوضيح أدناه",
};

const about = ({ number, traveller, item }: RequestOfDocuments): [string, string][] => [
  ["الطلب", number],
  ["لأجل", traveller],
  ["التذكرة", item],
];
const awaited = (request: RequestOfDocuments, say: Saying) => ({
  rows: [...about(request), ["الرد في أجل أقصاه", say.day(request.expectedOn)] as const],
});
const grounds = (request: RequestOfDocuments) => ({
  rows: [
    ...about(request),
    ...(request.reason === null ? [] : [["السبب", reasons[request.reason]] as const]),
    ...(request.remark === null ? [] : [["التوضيح", request.remark] as const]),
  ],
});

export const documentEmails: DocumentEmails = {
  "documents-received": (request, say) => ({
    subject: `الطلب ${request.number}: وصلتنا مستنداتك – ${say.network}`,
    preheader: "سنرد خلال يومي عمل تقريبًا.",
    title: "وصلتنا مستنداتك",
    blocks: ["سنتحقق منها ونرد عليك بالبريد الإلكتروني. لا يلزمك فعل أي شيء آخر.", awaited(request, say)],
    button: { label: "متابعة الطلب", link: say.link(`/documents/submissions?request=${request.submissionId}`) },
  }),
  "documents-accepted": (request, say) => ({
    subject: `الطلب ${request.number}: قُبلت مستنداتك – ${say.network}`,
    preheader: "يمكن شراء التذكرة الآن.",
    title: "قُبلت مستنداتك",
    blocks: ["كل شيء سليم: يمكنك شراء التذكرة الآن.", { rows: about(request) }],
    button: { label: "شراء التذكرة", link: say.link(`/products/${request.shopItemId}`) },
  }),
  "documents-refused": (request, say) => ({
    subject: `الطلب ${request.number}: رُفضت مستنداتك – ${say.network}`,
    preheader: "إليك السبب وما يمكنك فعله.",
    title: "رُفضت مستنداتك",
    blocks: ["لم نتمكن من قبول هذا الطلب. يمكنك تقديم طلب جديد بمستندات أخرى.", grounds(request)],
    button: { label: "عرض مستنداتي", link: say.link("/documents") },
  }),
  "documents-to-complete": (request, say) => ({
    subject: `الطلب ${request.number}: يحتاج إلى استكمال – ${say.network}`,
    preheader: "نحتاج إلى مستند آخر.",
    title: "طلبك يحتاج إلى استكمال",
    blocks: ["نحتاج إلى مستند آخر لنواصل. يحتفظ طلبك بدوره ورقمه.", grounds(request)],
    button: { label: "استكمال الطلب", link: say.link(`/documents/submissions?request=${request.submissionId}`) },
  }),
  "person-corrected": ({ before, traveller, birthDate, kind, tickets, cards }, say) => ({
    subject: `${before}: تصحيح الهوية – ${say.network}`,
    preheader: "صحّحت خدمة العملاء اسمًا أو تاريخ ميلاد.",
    title: "تصحيح الهوية",
    blocks: [
      `صحّحت خدمة العملاء هوية ${before} في حسابكم بعد الاطلاع على وثيقة.`,
      { rows: [["الاسم", traveller], ...(birthDate === null ? [] : [["تاريخ الميلاد", say.day(birthDate)] as const])] },
      ...(kind === "same-person" ? ["تبقى الحقوق الممنوحة والاشتراكات سارية."] : []),
      ...(tickets > 0
        ? ["تحمل التذاكر السارية هذا الاسم من الآن: افتحوها من جديد ضمن تذاكركم لعرض الرمز الجديد."]
        : []),
      ...(cards > 0
        ? ["ما زالت بطاقة نقل تحمل الاسم السابق مطبوعًا. تبقى صالحة؛ ولإعادة إصدارها ردّوا على هذه الرسالة."]
        : []),
      "لم تطلبوا ذلك؟ ردّوا على هذه الرسالة.",
    ],
    button: { label: "عرض حسابي", link: say.link("/account") },
  }),
  "person-changed": ({ traveller, waiting, ended, statusEnded, pictureRemoved }, say) => ({
    subject: `${traveller}: حقوق يُعاد فحصها – ${say.network}`,
    preheader: "تغيّر الاسم أو تاريخ الميلاد.",
    title: "تغيّر الاسم أو تاريخ الميلاد",
    blocks: [
      `تغيّر اسم ${traveller} أو تاريخ الميلاد. لا تسري الحقوق الممنوحة سابقًا إلا على الشخص الذي جرى فحص ملفه.`,
      ...listed(
        "نعيد فحص هذه المستندات. ليس عليكم فعل شيء، ولا يمكن الشراء بها حتى ذلك الحين:",
        waiting.map(({ name, number }) => `${name} (الطلب ${number})`),
      ),
      ...listed("انتهت هذه الحقوق. اطلبوا تأكيدها من جديد:", ended),
      ...(statusEnded ? ["يجب التصريح بالفئة التعريفية من جديد."] : []),
      ...(pictureRemoved ? ["أُزيلت الصورة. أضيفوا صورة جديدة إذا تطلّبتها تذكرة."] : []),
      "تحتفظ التذاكر المشتراة سابقًا بالاسم الذي اشتُريت به. إذا لم تُجروا هذا التغيير بأنفسكم، فردّوا على هذه الرسالة.",
    ],
    button: { label: "عرض مستنداتي", link: say.link("/documents") },
  }),
  "document-expiring": ({ name, traveller, expiresAt }, say) => ({
    subject: `${traveller}: مستند ينتهي قريبًا – ${say.network}`,
    preheader: `${name}: صالح حتى ${say.dayOf(lastDay(expiresAt))}.`,
    title: "مستند ينتهي قريبًا",
    blocks: [
      `المستند «${name}» الخاص بـ${traveller} صالح حتى ${say.dayOf(lastDay(expiresAt))} فقط. أرسل مستندًا جديدًا قبل ذلك لتواصل الشراء بالتعرفة نفسها.`,
    ],
    button: { label: "إرسال مستند", link: say.link("/documents") },
  }),
};
