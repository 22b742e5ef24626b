import { ofPage } from '../pages.ts'
import { server } from '../server/current-server.ts'
import { sendToServer } from '../server/server-request.ts'
import { signInGate } from './sign-in.ts'

/** How a page signs in: between its password and its second factor it goes on with what was its own. */
export const gateOf = ofPage((page) =>
  signInGate(sendToServer, {
    signIn: (token, user) => server.signIn(token, user, page),
    signOut: () => server.signOut(page),
  }),
)
