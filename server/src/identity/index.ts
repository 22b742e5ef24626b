export { championCookies } from './cookies.ts'
export { revokeDevice } from './devices.ts'
export { closeAllSessions, openSession } from './sessions.ts'
export { champion, identifyVisitors, verifiedOnly, type Visitor } from './visitor.ts'
