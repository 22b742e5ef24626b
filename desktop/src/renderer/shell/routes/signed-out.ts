import { localPath } from '@alumni/shared/staff/accounts'
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { isDesktop } from '../../ui/desktop.ts'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { root } from './base.ts'

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/alumni_search', replace: true })
  },
})

const returnTo = z
  .string()
  .optional()
  .transform((path) => (path === undefined ? undefined : localPath(path)))

const connection = createRoute({
  getParentRoute: () => root,
  path: '/connection',
  beforeLoad: () => {
    if (!isDesktop()) throw notFound()
  },
  component: lazyComponent(() => import('../../connection/connection-page.tsx'), 'ConnectionPage'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: z.object({
    return_to: returnTo,
    refused: z.literal('google').optional().catch(undefined),
  }),
  component: lazyComponent(() => import('../../staff/sign-in/login-page.tsx'), 'LoginPage'),
})

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/login/second-factor',
  validateSearch: z.object({ return_to: returnTo }),
  component: lazyComponent(() => import('../../staff/sign-in/second-factor-page.tsx'), 'SecondFactorPage'),
})

const passwordResets = createRoute({
  getParentRoute: () => root,
  path: '/password-resets',
  component: lazyComponent(() => import('../../staff/sign-in/password-reset-page.tsx'), 'PasswordResetPage'),
})

const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/password-resets/$token',
  component: lazyComponent(() => import('../../staff/sign-in/new-password-page.tsx'), 'NewPasswordPage'),
})

export const signedOutRoutes = [start, connection, login, secondFactor, passwordResets, newPassword] as const
