import { isolate } from "../../pdf/reading-order.ts";
import { cannotRefuse, deadline, isDue, month, type SubscriptionEmails, see } from "./subscription-emails.ts";

export const subscriptionEmails: SubscriptionEmails = {
  "subscription-renewal": (values, say) => ({
    subject: `${isolate(values.name)}: التجديد في ${say.day(values.startsOn)} – ${isolate(say.network)}`,
    preheader: cannotRefuse(values)
      ? "يمكنك إنهاء الاشتراك عبر الإنترنت في أي وقت مجانًا. هذه الرسالة تبيّن كيف."
      : "يمكنك رفض التجديد عبر الإنترنت مجانًا. الموعد الأخير في هذه الرسالة.",
    title: "اشتراكك على وشك التجديد",
    blocks: [
      `ينتهي اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)} في ${say.day(values.lastDay)}. إذا لم تفعل شيئًا فسيُجدَّد ابتداءً من ${say.day(values.startsOn)}.`,
      {
        rows: [
          ...(values.before === null ? [] : ([["السعر حتى الآن", say.money(values.before)]] as const)),
          ["سعر الفترة القادمة", say.money(values.amount)],
          ["الخصم ابتداءً من", say.day(values.debitOn)],
        ],
      },
      ...deadline(
        values,
        {
          until: (day) => `يمكنك رفض التجديد حتى ${day} ضمنًا، عبر الإنترنت ومجانًا.`,
          late: "تصلك هذه الرسالة متأخرة عما ينص عليه القانون: بعد تجديد الاشتراك يمكنك إنهاؤه في أي وقت، عبر الإنترنت ومجانًا. ويُردّ إليك عندئذ ما دُفع عن الأيام التالية خلال 30 يومًا.",
        },
        say,
      ),
    ],
    ...see("إدارة اشتراكي", values, say),
  }),
  "subscription-not-renewed": (values, say) => ({
    subject: `${isolate(values.name)}: ينتهي في ${say.day(values.lastDay)} – ${isolate(say.network)}`,
    preheader: "لا يمكن تجديد اشتراكك. لن يُخصم أي مبلغ آخر.",
    title: "لن يُجدَّد اشتراكك",
    blocks: [
      {
        ARTICLE_WITHDRAWN: `لم يعد اشتراك ${isolate(values.name)} معروضًا: لا يمكن تجديد اشتراك ${isolate(values.traveller)}.`,
        TRAVELLER_NOT_ELIGIBLE: `لن يستوفي ${isolate(values.traveller)} شروط اشتراك ${isolate(values.name)} في الفترة القادمة: لم يعد العمر أو الوضع مناسبًا.`,
        DOCUMENT_MISSING: `ينقص مستند ساري المفعول لتجديد اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)}. أرسله من حسابك ثم استأنف الاشتراك قبل انتهائه.`,
        CARD_UNUSABLE: `لا يمكن لبطاقة النقل الخاصة بـ ${isolate(values.traveller)} أن تحمل اشتراك ${isolate(values.name)} في الفترة القادمة: تنتهي صلاحيتها قبلها، أو لم تعد في حسابك. ببطاقة أخرى يمكنك أخذ اشتراك جديد.`,
      }[values.reason],
      `يبقى ما دُفع صالحًا حتى ${say.day(values.lastDay)}. لن يُخصم أي مبلغ آخر.`,
    ],
    ...see("عرض اشتراكي", values, say),
  }),
  "subscription-blocked": (values, say) => ({
    subject: `${isolate(values.name)}: مبلغ ${say.money(values.amount)} بانتظار الدفع – ${isolate(say.network)}`,
    preheader: "لم يتم الدفع. غيّر وسيلة الدفع عبر الإنترنت.",
    title: "اشتراكك موقوف",
    blocks: [
      {
        DEBIT_REFUSED: `لم يدفع بنكك مبلغ ${say.money(values.amount)} عن اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)} (الطلب ${isolate(values.orderNumber)}).`,
        PAYMENT_METHOD_EXPIRED: `انتهت صلاحية البطاقة التي تدفع اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)}: ما زال مبلغ ${say.money(values.amount)} بانتظار الدفع (الطلب ${isolate(values.orderNumber)}).`,
        PAYMENT_METHOD_MISSING: `لا توجد بطاقة محفوظة لدفع اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)}: ما زال مبلغ ${say.money(values.amount)} بانتظار الدفع (الطلب ${isolate(values.orderNumber)}).`,
        MANDATE_REQUIRED: `لا يوجد تفويض موقّع يشمل تجديدات اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)}: ما زال مبلغ ${say.money(values.amount)} بانتظار الدفع (الطلب ${isolate(values.orderNumber)}). وقّع تفويضًا جديدًا أو ادفع بوسيلة أخرى.`,
      }[values.reason],
      ...(values.nextTryOn === null ? [] : [`سنحاول مرة أخرى في ${say.day(values.nextTryOn)}.`]),
      `اختر وسيلة دفع أخرى، وعندئذ يُسوّى المبلغ المستحق فورًا. إذا لم يُدفع، ينتهي الاشتراك في ${say.day(values.endsOn)}.`,
    ],
    ...see("تغيير وسيلة الدفع", values, say),
  }),
  "subscription-ended": (values, say) => ({
    subject: `${isolate(values.name)}: تأكيد الإنهاء – ${isolate(say.network)}`,
    preheader: "احتفظ بهذه الرسالة: فيها موعد انتهاء اشتراكك وأثر الإنهاء.",
    title: "تم إنهاء اشتراكك",
    blocks: [
      {
        AT_END: `ينتهي اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)} في ${say.day(values.lastDay)}. يبقى صالحًا حتى ذلك اليوم ضمنًا، وبعده لن يُخصم أي مبلغ. وحتى ذلك الحين يمكنك التراجع عن الإنهاء.`,
        AT_ONCE: `انتهى اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)}. ${isDue(values) ? "ولن يُجدَّد بعد الآن." : "لم يعد المبلغ المستحق مطلوبًا، ولن يُخصم أي مبلغ آخر."}`,
        REFUNDED: `انتهى اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)} قبل أن يبدأ. أُلغيت تذاكره، وتجد إشعارًا دائنًا في حسابك.`,
        REST_REFUNDED: `ينتهي اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)} في ${say.day(values.lastDay)}. يبقى صالحًا حتى ذلك اليوم ضمنًا، ولن يُخصم أي مبلغ آخر. وتجد في حسابك إشعارًا دائنًا عن الأيام التالية.`,
        UNPAID: `انتهى اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)} لأنه بقي غير مدفوع. لن يُخصم أي مبلغ آخر.`,
      }[values.effect],
      ...(isDue(values) ? [`يبقى الطلب ${isolate(values.due)} الذي عاد خصمه غير مدفوع مستحقًا: تجده في حسابك.`] : []),
      ...(values.refund === null ? [] : [`سنردّ إليك ${say.money(values.refund)}.`]),
    ],
    ...see("عرض اشتراكي", values, say),
  }),
  "subscription-taken-back": (values, say) => ({
    subject: `${isolate(values.name)}: اشتراكك مستمر – ${isolate(say.network)}`,
    preheader: "تم التراجع عن الإنهاء.",
    title: "اشتراكك مستمر",
    blocks: [
      `تم التراجع عن إنهاء اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)}. سيُجدَّد ابتداءً من ${say.day(values.startsOn)}، ويُخصم المبلغ ابتداءً من ${say.day(values.debitOn)}.`,
    ],
    ...see("عرض اشتراكي", values, say),
  }),
  "subscription-card-expiring": (values, say) => ({
    subject: `${isolate(values.name)}: بطاقتك على وشك الانتهاء – ${isolate(say.network)}`,
    preheader: "غيّر وسيلة الدفع ليستمر اشتراكك.",
    title: "بطاقتك على وشك الانتهاء",
    blocks: [
      `البطاقة التي تدفع اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)} صالحة حتى نهاية ${month(values.expiresOn)} فقط. الخصم القادم في ${say.day(values.debitOn)}.`,
      "اختر وسيلة دفع أخرى، وإلا أُوقف الاشتراك.",
    ],
    ...see("تغيير وسيلة الدفع", values, say),
  }),
  "subscription-mandate": (values, say) => ({
    subject: `${isolate(values.name)}: تفويض جديد بانتظار توقيعك – ${isolate(say.network)}`,
    preheader: "من دونه لا يمكننا خصم التجديد القادم.",
    title: "تفويض جديد بانتظار توقيعك",
    blocks: [
      `يُدفع اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)} بالخصم المباشر. التفويض الذي وقّعته يشمل طلبه الأول وحده ولا يشمل تجديداته، ولن نخصم بموجبه شيئًا آخر.`,
      `وقّع تفويض الاشتراك عبر الإنترنت قبل ${say.day(values.debitOn)}، أو اختر وسيلة دفع أخرى. وإلا أُوقف الاشتراك عند تجديده.`,
    ],
    ...see("توقيع التفويض", values, say),
  }),
};
