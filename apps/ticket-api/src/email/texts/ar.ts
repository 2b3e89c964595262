import { isolate } from "../../pdf/reading-order.ts";
import { typedCode } from "../code-block.ts";
import type { EmailTexts } from "../email-texts.ts";
import { debitEmails, paidOn } from "./debit-emails.ts";
import { documentEmails } from "./documents-ar.ts";
import { parcelEmails } from "./parcel-emails.ts";
import { subscriptionEmails } from "./subscription-emails-ar.ts";
import { suspension, unpaidEmails } from "./unpaid-emails.ts";

export const ar: EmailTexts = {
  plainLink: "إذا لم يعمل الزر، فانسخ هذا العنوان إلى متصفحك:",
  footer: (network, contact) =>
    `${isolate(network)} – هل لديك سؤال؟ أجب عن هذه الرسالة أو راسلنا على ${isolate(contact)}.`,
  letters: {
    "verify-email": ({ code, typed, hours }, { network, count, link }) => ({
      subject: `أكّد بريدك الإلكتروني – ${isolate(network)}`,
      preheader: `أدخل الرمز أو افتح الرابط خلال ${count(hours)} ساعة.`,
      title: "أكّد بريدك الإلكتروني",
      blocks: [
        `بعد تأكيد عنوانك يمكنك شراء تذاكرك من متجر ${isolate(network)}.`,
        ...typedCode("أدخل هذا الرمز في الصفحة التي أنشأت فيها حسابك:", typed && isolate(typed)),
        "أو افتح الرابط في المتصفح نفسه. أما في متصفح آخر فسيُطلب منك اختيار كلمة مرور جديدة.",
      ],
      button: { label: "تأكيد عنواني", link: link(`/verify-account?code=${code}`) },
      after: [
        `الرمز والرابط صالحان لمدة ${count(hours)} ساعة ولا يُستعملان إلا مرة واحدة. لا تعطِ هذا الرمز لأحد.`,
        "لم تنشئ حسابًا؟ تجاهل هذه الرسالة، ولن يحدث شيء.",
      ],
    }),
    "reset-password": ({ code, minutes }, { network, count, link }) => ({
      subject: `اختر كلمة مرور جديدة – ${isolate(network)}`,
      preheader: `الرابط صالح لمدة ${count(minutes)} دقيقة.`,
      title: "اختر كلمة مرور جديدة",
      blocks: ["لقد طلبت تغيير كلمة مرور حسابك."],
      button: { label: "اختيار كلمة مرور", link: link(`/auth/reset?code=${code}`) },
      after: [
        `هذا الرابط صالح لمدة ${count(minutes)} دقيقة ولا يُستعمل إلا مرة واحدة.`,
        "لم تطلب شيئًا؟ تجاهل هذه الرسالة، وتبقى كلمة مرورك كما هي.",
      ],
    }),
    "password-changed": ({ at }, { network, moment, link }) => ({
      subject: `تم تغيير كلمة مرورك – ${isolate(network)}`,
      preheader: "إذا كنت أنت من غيّرها، فلا حاجة إلى أي إجراء.",
      title: "تم تغيير كلمة مرورك",
      blocks: [
        `غُيّرت كلمة مرور حسابك في ${moment(at)}، وسُجّل خروجك من أجهزتك الأخرى.`,
        "لم تكن أنت؟ اختر كلمة مرور جديدة على الفور.",
      ],
      button: { label: "لم أكن أنا", link: link("/auth/reset") },
    }),
    "email-changed": ({ at, newEmail }, { network, moment }) => ({
      subject: `تم تغيير البريد الإلكتروني لحسابك – ${isolate(network)}`,
      preheader: "إذا كنت أنت من غيّره، فلا حاجة إلى أي إجراء.",
      title: "تم تغيير البريد الإلكتروني لحسابك",
      blocks: [
        `منذ ${moment(at)} يستعمل حسابك العنوان ${isolate(newEmail)}. أما العنوان الذي تصلك عليه هذه الرسالة فلم يعد صالحًا لتسجيل الدخول.`,
        "لم تكن أنت؟ أجب عن هذه الرسالة فورًا، وسنساعدك على استرجاع حسابك.",
      ],
    }),
    "identity-linked": ({ at, provider }, { network, moment, link }) => ({
      subject: `طريقة جديدة لتسجيل الدخول إلى حسابك – ${isolate(network)}`,
      preheader: "إذا كنت أنت من أضافها، فلا حاجة إلى أي إجراء.",
      title: "تمت إضافة طريقة لتسجيل الدخول",
      blocks: [
        `منذ ${moment(at)} يمكن أيضًا فتح حسابك بواسطة ${provider === null ? "البريد الإلكتروني وكلمة المرور" : isolate(provider)}.`,
        "لم تكن أنت؟ أزل هذه الطريقة من حسابك، ثم أجب عن هذه الرسالة وسنساعدك.",
      ],
      button: { label: "فتح حسابي", link: link("/account") },
    }),
    "identity-unlinked": ({ at, provider }, { network, moment, link }) => ({
      subject: `تمت إزالة طريقة لتسجيل الدخول – ${isolate(network)}`,
      preheader: "إذا كنت أنت من أزالها، فلا حاجة إلى أي إجراء.",
      title: "تمت إزالة طريقة لتسجيل الدخول",
      blocks: [
        `منذ ${moment(at)} لم يعد ممكنًا فتح حسابك بواسطة ${provider === null ? "البريد الإلكتروني وكلمة المرور" : isolate(provider)}. وسُجّل خروجك من أجهزتك الأخرى.`,
        "لم تكن أنت؟ أجب عن هذه الرسالة فورًا، وسنساعدك على استرجاع حسابك.",
      ],
      button: { label: "فتح حسابي", link: link("/account") },
    }),
    "deletion-code": ({ code, hours }, { network, count, link }) => ({
      subject: `حذف بياناتك: أكّد الطلب – ${isolate(network)}`,
      preheader: `لن يُحذف شيء دون تأكيدك. الرابط صالح لمدة ${count(hours)} ساعة.`,
      title: "أكّد طلب الحذف",
      blocks: [
        "طُلب حذف الحساب أو البيانات المرتبطة بعنوان البريد الإلكتروني هذا.",
        "إذا أكّدت الطلب فسيُمحى كل شيء بعد 30 يومًا، ويمكنك التراجع حتى ذلك الحين.",
      ],
      button: { label: "متابعة", link: link(`/account/delete?code=${code}`) },
      after: [
        `هذا الرابط صالح لمدة ${count(hours)} ساعة، ولمرة واحدة فقط.`,
        "لم تطلب شيئًا؟ تجاهل هذه الرسالة: لن يُحذف شيء.",
      ],
    }),
    "deletion-requested": ({ erasesAt, guest }, { network, moment, link }) => ({
      subject: `${guest ? "ستُحذف بياناتك" : "سيُحذف حسابك"} – ${isolate(network)}`,
      preheader: "أمامك 30 يومًا للتراجع.",
      title: guest ? "ستُحذف بياناتك" : "سيُحذف حسابك",
      blocks: [
        `ستُمحى بياناتك في ${moment(erasesAt)}. لا نحتفظ إلا بالفواتير كما يفرض القانون.`,
        guest
          ? "غيّرت رأيك، أو لم تطلب ذلك؟ أجب عن هذه الرسالة قبل هذا التاريخ."
          : "غيّرت رأيك، أو لم تطلب ذلك؟ سجّل الدخول قبل هذا التاريخ وأعد تفعيل حسابك.",
      ],
      ...(guest ? {} : { button: { label: "إعادة تفعيل حسابي", link: link("/account") } }),
    }),
    "deletion-reminder": ({ erasesAt, guest }, { network, moment, link }) => ({
      subject: `${guest ? "ستُحذف بياناتك قريبًا" : "سيُحذف حسابك قريبًا"} – ${isolate(network)}`,
      preheader: "التذكير الأخير قبل الحذف.",
      title: "بقيت أيام قليلة",
      blocks: [
        `كما طلبت، ستُمحى بياناتك في ${moment(erasesAt)}. ولن يكون التراجع ممكنًا بعد ذلك.`,
        guest
          ? "للاحتفاظ بها، أجب عن هذه الرسالة قبل هذا التاريخ."
          : "للاحتفاظ بحسابك، سجّل الدخول قبل هذا التاريخ وأعد تفعيله.",
      ],
      ...(guest ? {} : { button: { label: "الاحتفاظ بحسابي", link: link("/account") } }),
    }),
    "account-reactivated": ({ at }, { network, moment, link }) => ({
      subject: `أُعيد تفعيل حسابك – ${isolate(network)}`,
      preheader: "أُلغي حذف الحساب.",
      title: "أُعيد تفعيل حسابك",
      blocks: [`أُلغي حذف حسابك في ${moment(at)}. كل شيء كما كان.`, "لم تكن أنت؟ اختر كلمة مرور جديدة فورًا."],
      button: { label: "فتح حسابي", link: link("/account") },
    }),
    "account-erased": ({ at, guest }, { network, moment }) => ({
      subject: `حُذفت بياناتك – ${isolate(network)}`,
      preheader: "هذه هي الرسالة الأخيرة.",
      title: guest ? "حُذفت بياناتك" : "حُذف حسابك",
      blocks: [
        `في ${moment(at)} مُحيت كل بياناتك. لا نحتفظ إلا بالفواتير، في أرشيف، طوال المدة التي يفرضها القانون.`,
        "ولا نحتفظ بهذا العنوان أيضًا: هذه هي الرسالة الأخيرة.",
      ],
    }),
    "new-sign-in": ({ at, device, traveller }, { network, moment, link }) => ({
      subject: `تسجيل دخول جديد إلى حسابك – ${isolate(network)}`,
      preheader: "إذا كنت أنت من فعل ذلك، فلا حاجة إلى أي إجراء.",
      title: "تسجيل دخول جديد إلى حسابك",
      blocks: [
        traveller === null
          ? "سجّل شخص ما الدخول إلى حسابك من متصفح لم يكن معروفًا من قبل."
          : `سجّل شخص ما الدخول إلى حسابك باسم ${isolate(traveller)} من متصفح لم يكن معروفًا من قبل.`,
        { rows: [["متى", moment(at)], ...(device === null ? [] : [["المتصفح", isolate(device)] as const])] },
        "لم تكن أنت؟ سجّل الخروج من ذلك المتصفح واختر كلمة مرور جديدة فورًا.",
      ],
      button: { label: "عرض الأجهزة المسجَّل دخولها", link: link("/account?edit=devices") },
    }),
    "traveller-sign-in": ({ at, firstName, given }, { network, moment, link }) => ({
      subject: given
        ? `أصبح بإمكان ${isolate(firstName)} تسجيل الدخول – ${isolate(network)}`
        : `لم يعد بإمكان ${isolate(firstName)} تسجيل الدخول – ${isolate(network)}`,
      preheader: "إذا كنت أنت من فعل ذلك، فلا حاجة إلى أي إجراء.",
      title: given ? `تسجيل دخول خاص باسم ${isolate(firstName)}` : `أُلغي تسجيل الدخول الخاص باسم ${isolate(firstName)}`,
      blocks: [
        given
          ? `في ${moment(at)} حُدِّدت كلمة مرور خاصة باسم ${isolate(firstName)}. بهذه الكلمة وبعنوان بريدك الإلكتروني تظهر تذاكر ${isolate(firstName)} وحدها، ولا يظهر أي شيء آخر من حسابك.`
          : `في ${moment(at)} أُزيلت كلمة المرور الخاصة باسم ${isolate(firstName)}، وأُنهيت جميع الجلسات المفتوحة بها.`,
        "لم تكن أنت؟ اختر كلمة مرور جديدة لحسابك فورًا.",
      ],
      button: { label: "لم أكن أنا", link: link("/auth/reset") },
    }),
    "card-blocked": ({ lastDigits, firstName, ticketCount, kind, at }, { network, moment, count, link }) => ({
      subject: `أُوقفت البطاقة ${lastDigits} – ${isolate(network)}`,
      preheader: "تذاكرك في أمان: ستنتقل إلى البطاقة البديلة.",
      title: `أُوقفت بطاقة ${isolate(firstName)}`,
      blocks: [
        `منذ ${moment(at)} لم يعد ممكنًا استعمال هذه البطاقة، لأنه أُبلغ عن ${{ lost: "فقدانها", stolen: "سرقتها", defective: "تعطّلها" }[kind]}.`,
        {
          rows: [
            ["آخر أرقام البطاقة", lastDigits],
            ["التذاكر الموقوفة معها", count(ticketCount)],
          ],
        },
        "تنتقل التذاكر التي لا تزال صالحة إلى البطاقة البديلة، بما تبقّى من مدتها ورحلاتها.",
      ],
      button: { label: "استبدال البطاقة", link: link("/account/transport-cards") },
      after: ["لم تُبلغ أنت، أو عُثر على البطاقة؟ أجب عن هذه الرسالة."],
    }),
    "card-lifted": ({ lastDigits, firstName, ticketCount, at }, { network, moment, count }) => ({
      subject: `أُعيد تفعيل البطاقة ${lastDigits} – ${isolate(network)}`,
      preheader: "يمكن استعمال البطاقة وتذاكرها من جديد.",
      title: `أُعيد تفعيل بطاقة ${isolate(firstName)}`,
      blocks: [
        `منذ ${moment(at)} يمكن استعمال البطاقة من جديد، مع التذاكر التي كانت عليها.`,
        {
          rows: [
            ["آخر أرقام البطاقة", lastDigits],
            ["التذاكر المفعّلة من جديد", count(ticketCount)],
          ],
        },
      ],
    }),
    "card-made": ({ lastDigits, firstName, ticketCount, replaces }, { network, count, link }) => ({
      subject: `بطاقة ${isolate(firstName)} الجديدة جاهزة – ${isolate(network)}`,
      preheader: "هي في الطريق إليك، أو تنتظرك حيث طلبتها.",
      title: `بطاقة ${isolate(firstName)} الجديدة جاهزة`,
      blocks: [
        replaces === null
          ? "تصلك بالطريقة التي اخترتها."
          : `تحلّ محلّ البطاقة ${replaces} التي لم تعد صالحة، وتصلك بالطريقة التي اخترتها.`,
        {
          rows: [
            ["آخر أرقام البطاقة", lastDigits],
            ["التذاكر على البطاقة", count(ticketCount)],
          ],
        },
      ],
      button: { label: "عرض بطاقاتي", link: link("/account/transport-cards") },
    }),
    welcome: ({ firstName }, { network, link }) => ({
      subject: `مرحبًا بك في ${isolate(network)}`,
      preheader: "حسابك جاهز.",
      title: firstName === "" ? "مرحبًا بك!" : `مرحبًا بك يا ${isolate(firstName)}!`,
      blocks: ["حسابك جاهز: تذاكرك وفواتيرك والمسافرون معك في مكان واحد."],
      button: { label: "فتح حسابي", link: link("/account") },
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
      subject: `تم تأكيد الطلب ${isolate(orderNumber)} – ${isolate(say.network)}`,
      preheader: `${parts.length > 0 ? `المجموع ${say.money(total)}، يُدفع في المواعيد المبيّنة أدناه.` : `المبلغ المدفوع ${say.money(total)}.`}${tickets.length === 0 || !guest ? "" : " تذاكرك مرفقة بهذه الرسالة."}`,
      title: "شكرًا لك، تم تأكيد طلبك",
      blocks: [
        `الطلب ${isolate(orderNumber)}`,
        {
          rows: [
            ...lines.map(
              (line) => [`${say.count(line.quantity)} × ${isolate(line.name)}`, say.money(line.total)] as const,
            ),
          ],
          total: [parts.length > 0 ? "مجموع الطلب" : "المجموع المدفوع", say.money(total)],
        },
        ...paidOn("مواعيد الدفع:", parts, say),
        ...(collect
          ? [
              `سيكون طلبك جاهزًا ${say.moment(collect.startsAt)} (الاستلام حتى ${say.time(collect.endsAt)}).`,
              `مكان الاستلام: ${isolate(collect.label)}، ${isolate(collect.address)}. أبرز رقم الطلب ${isolate(orderNumber)}.`,
            ]
          : []),
        ...(tickets.length === 0
          ? []
          : [
              "تذاكرك:",
              {
                list: tickets.map((ticket) => {
                  const who = ticket.traveller === null ? "" : `، باسم ${isolate(ticket.traveller)}`;
                  const when =
                    ticket.validFrom === null
                      ? `صالحة ابتداءً من أول استعمال${ticket.useBefore === null ? "" : `، تُستعمل قبل ${say.limit(ticket.useBefore)}`}`
                      : `صالحة من ${say.moment(ticket.validFrom)}${ticket.validUntil === null ? "" : ` إلى ${say.end(ticket.validUntil)}`}`;
                  return {
                    text: `${isolate(ticket.name)}${who}: ${when}${ticket.onCard ? "، تُشحن على بطاقتك عند المصادقة التالية" : ""} (رقم ${isolate(ticket.serial)})`,
                    link: ticket.link,
                  };
                }),
              },
            ]),
      ],
      ...(guest ? {} : { button: { label: "عرض تذاكري", link: say.link("/account/wallet") } }),
      after: [
        ...(shippedOrHanded ? ["ما يُرسل إليك أو تستلمه من الوكالة يصل على حدة، وسنخبرك بذلك."] : []),
        invoiceAttached
          ? `الفاتورة ${isolate(invoiceNumber)} مرفقة بهذه الرسالة.`
          : `الفاتورة ${isolate(invoiceNumber)} موجودة في حسابك مع طلبك.`,
      ],
    }),
    "order-refunded": ({ orderNumber, total }, { network, money, link }) => ({
      subject: `تم رد مبلغ الطلب ${isolate(orderNumber)}: ${money(total)} – ${isolate(network)}`,
      preheader: "يُردّ المبلغ إلى وسيلة الدفع التي استعملتها.",
      title: "تم رد مبلغ طلبك",
      blocks: [
        `نردّ إليك ${money(total)} عن الطلب ${isolate(orderNumber)} إلى وسيلة الدفع التي استعملتها. قد يستغرق ذلك بضعة أيام حسب مصرفك.`,
      ],
      button: { label: "عرض الطلب", link: link("/account/invoices") },
    }),
    "installment-refused": (
      { orderId, orderNumber, position, count, amount, nextTry },
      { network, money, moment, link },
    ) => ({
      subject: `الطلب ${orderNumber}: لم يتم دفع ${money(amount)} – ${network}`,
      preheader: "سنحاول مرة أخرى. يُرجى التحقق من بطاقتك قبل ذلك.",
      title: "لم يتم أحد المدفوعات",
      blocks: [
        `رفض البنك القسط ${position} من ${count} من الطلب ${orderNumber} وقدره ${money(amount)}. لم يُخصم أي مبلغ.`,
        `سنحاول مرة أخرى بالبطاقة نفسها: ${moment(nextTry)}. تبقى تذاكرك صالحة.`,
      ],
      button: { label: "عرض الطلب", link: link(`/account/invoices?order=${orderId}`) },
    }),
    "installment-unpaid": ({ orderId, orderNumber, position, count, amount, suspendsOn }, say) => ({
      subject: `الطلب ${orderNumber}: مبلغ ${say.money(amount)} بانتظار الدفع – ${say.network}`,
      preheader: "رُفضت البطاقة ثلاث مرات. يُرجى دفع هذا القسط عبر الإنترنت.",
      title: "قسط لم يُدفع بعد",
      blocks: [
        `رُفض القسط ${position} من ${count} من الطلب ${orderNumber} وقدره ${say.money(amount)} ثلاث مرات. لم يُخصم أي مبلغ عنه.`,
        "ادفعه عبر الإنترنت بأي بطاقة تختارها، وعندئذ تُسوّى وضعية الطلب.",
        ...suspension("ar", suspendsOn, say),
      ],
      button: { label: "الدفع الآن", link: say.link(`/account/invoices?order=${orderId}`) },
    }),
    "installment-refunded": ({ orderId, orderNumber, position, count, amount }, { network, money, link }) => ({
      subject: `الطلب ${orderNumber}: رُدّ مبلغ ${money(amount)} – ${network}`,
      preheader: "وصل هذا الدفع متأخرًا، وسيُردّ إليك.",
      title: "دفعة تُردّ إليك",
      blocks: [
        `وصلت دفعة قدرها ${money(amount)} عن القسط ${position} من ${count} من الطلب ${orderNumber} بعد إغلاق صفحة الدفع. سنردّها إلى البطاقة المستعملة.`,
        "يبيّن الطلب إن كان هذا القسط لا يزال بانتظار الدفع.",
      ],
      button: { label: "عرض الطلب", link: link(`/account/invoices?order=${orderId}`) },
    }),
    ...debitEmails.ar,
    ...unpaidEmails.ar,
    ...parcelEmails.ar,
    ...subscriptionEmails,
    "payment-refused-late": ({ orderNumber, total }, { network, money, link }) => ({
      subject: `الطلب ${isolate(orderNumber)}: رُفض الدفع – ${isolate(network)}`,
      preheader: "لم يُخصم أي مبلغ. يمكنك الدفع بطريقة أخرى.",
      title: "رُفض الدفع",
      blocks: [
        `رُفض في النهاية دفع ${money(total)} عن الطلب ${isolate(orderNumber)}. لم يُخصم أي مبلغ ولم تصدر أي تذكرة.`,
      ],
      button: { label: "العودة إلى الطلب", link: link("/cart") },
    }),
    ...documentEmails,
  },
};
