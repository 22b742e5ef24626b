import { notifications } from '@mantine/notifications'
import { HttpError } from '../http.ts'

/** Says that nothing was done, and why. Who is signed out sees the sign-in instead. */
export function sayRefusal(error: Error): void {
  if (error instanceof HttpError && error.status === 401) return
  notifications.show({
    color: 'red',
    title: 'Nothing has been done',
    message: error.message,
    autoClose: false,
    role: 'alert',
  })
}
