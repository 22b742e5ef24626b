export { ipHashOf, writeActivityEvent, type ActivityEvent } from './activity-events.ts'
export { foldEmail, hasEmail, idsStandingFor, survivingSignup, survivorOf, type Signup } from './find-signup.ts'
