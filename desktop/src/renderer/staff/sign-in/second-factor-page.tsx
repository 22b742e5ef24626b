import { loginReply, localPath } from '@alumni/shared/staff/accounts'
import { secondFactorPage } from '@alumni/shared/staff/second-factor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { HttpError, post, request } from '../../http.ts'
import { QueryContent } from '../../domain/session/resource-page.tsx'
import { storeInstitution } from '../../ui/institution/institution.ts'
import { FactorForm } from '../../domain/second-factor/factor-form.tsx'
import { signWithPasskey } from '../../domain/second-factor/passkeys.ts'
import { SignedOutFrame } from '../../domain/session/signed-out-frame.tsx'
import { useAction } from '../../ui/use-action.ts'
import { LinkButton } from '../../ui/button.tsx'

export const secondFactorUrl = '/login/second-factor'

export function SecondFactorPage() {
  const { return_to } = useSearch({ from: '/login/second-factor' })
  const router = useRouter()
  const queryClient = useQueryClient()
  const page = useQuery({
    queryKey: ['second-factor'],
    queryFn: async ({ signal }) => {
      const reply = await request(secondFactorUrl, secondFactorPage, { signal })
      storeInstitution(reply.institution)
      return reply
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const enter = useSendFactor(() => {
    queryClient.removeQueries({ queryKey: ['session'] })
    router.history.replace(localPath(return_to))
  })
  const methods = page.data?.second_factor
  const isExpired = methods === null || (enter.error instanceof HttpError && enter.error.status === 410)

  if (isExpired) {
    return (
      <SignedOutFrame title="Start again" about="This sign-in has expired. It lasts ten minutes.">
        <form>
          <BackToLogin label="Sign in" variant="filled" />
        </form>
      </SignedOutFrame>
    )
  }
  return (
    <SignedOutFrame title="One more step" about="Use your second factor to sign in.">
      <QueryContent query={page} blocks={1} height={150}>
        {({ second_factor }) =>
          second_factor && (
            <FactorForm
              methods={second_factor}
              error={enter.error}
              isPending={enter.isPending}
              label="Sign in"
              onCode={(code) => enter.mutate({ code })}
              onPasskey={() => enter.mutate({})}
            />
          )
        }
      </QueryContent>
      <form>
        <BackToLogin label="Back" variant="default" />
      </form>
    </SignedOutFrame>
  )
}

/** Sends a code, or a passkey if there is no code, to complete the sign-in. */
export function useSendFactor(onSuccess: () => void) {
  return useAction(
    async ({ code }: { code?: string }) =>
      post(
        secondFactorUrl,
        loginReply,
        code ? { code } : { passkey: await signWithPasskey(`${secondFactorUrl}/passkey`) },
      ),
    { isErrorInline: true, onDone: onSuccess },
  )
}

function BackToLogin({ label, variant }: { label: string; variant: string }) {
  return (
    <LinkButton variant={variant} fullWidth size="md" to="/login">
      {label}
    </LinkButton>
  )
}
