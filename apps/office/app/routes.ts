import { layout, type RouteConfig, route } from "@react-router/dev/routes";
import { paths } from "./paths.ts";

export default [
  route(paths.start, "shell/start.redirect.ts"),
  route(paths.signIn, "staff/sign-in.screen.tsx"),
  route(paths.secondFactorCode, "staff/second-factor-code.screen.tsx"),
  route(paths.choosePassword, "staff/choose-password.screen.tsx"),
  route(paths.setUpSecondFactor, "staff/set-up-second-factor.screen.tsx"),
  route(paths.signOut, "staff/sign-out.action.ts"),
  route(paths.preferences, "shell/preferences.action.ts"),
  route(paths.documentFile, "documents/document.file.ts"),
  route(paths.orderPicture, "orders/picture.file.ts"),
  route(paths.orderDocument, "order-money/document.file.ts"),
  layout("shell/office.layout.tsx", [
    route(paths.secondFactor, "staff/second-factor.screen.tsx"),
    route(paths.password, "staff/password.screen.tsx"),
    route(paths.home, "shell/home.screen.tsx"),
    route(paths.transportCards, "transport-cards/transport-cards.screen.tsx"),
    route(paths.transportCard, "transport-cards/transport-card.screen.tsx"),
    route(paths.documents, "documents/queue.screen.tsx"),
    route(paths.submission, "documents/submission.screen.tsx"),
    route(paths.orders, "orders/queue.screen.tsx"),
    route(paths.order, "orders/order.screen.tsx"),
    route(paths.refundOrder, "refunds/refund-order.screen.tsx"),
    route(paths.refunds, "refunds/refunds.screen.tsx"),
    route(paths.travellers, "travellers/travellers.screen.tsx"),
    route(paths.traveller, "travellers/traveller.screen.tsx"),
    route(paths.terminations, "terminations/queue.screen.tsx"),
    route(paths.termination, "terminations/request.screen.tsx"),
    route(paths.staff, "staff/staff.screen.tsx"),
    route("*", "shell/not-found.screen.tsx"),
  ]),
] satisfies RouteConfig;
