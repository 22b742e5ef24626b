export { ipHashOf, writeActivityEvent, type ActivityEvent } from './activity-events.ts'
export { foldEmail, hasEmail, idsOf, survivingSignup, survivorOf, type Signup } from './find-signup.ts'
