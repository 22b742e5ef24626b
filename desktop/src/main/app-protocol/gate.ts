import { server } from '../server/current-server.ts'
import { sendToServer } from '../server/server-request.ts'
import { signInGate } from './sign-in.ts'

export const gate = signInGate(sendToServer, server)
