import { Link, type LinkProps } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { siteConfig } from '#web/config/site.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Logo } from './bar.tsx'
import { LanguageLink } from './minimal-layout.tsx'
import { SocialIcon } from './social-icon.tsx'

const link = 'inline-flex min-h-11 items-center text-ink underline-offset-4 hover:underline sm:min-h-8'

/** The targets of About and Contact Us if the operator has set none. */
const companyHome = new URL('/', siteConfig.ceuUrl).href

const socials = [
  { name: 'Facebook', url: siteConfig.facebookUrl },
  { name: 'YouTube', url: siteConfig.youtubeUrl },
  { name: 'Instagram', url: siteConfig.instagramUrl },
  { name: 'TikTok', url: siteConfig.tiktokUrl },
] as const

function External({ href, className, children }: { href: string; className: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span className="sr-only">{t` (opens in a new tab)`}</span>
    </a>
  )
}

export function Footer({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <footer className="mt-auto border-line border-t bg-sunken pb-(--bottom-stack-height,0px)">
      {isSignedIn ? <QuietContent /> : <FullContent />}
    </footer>
  )
}

function FullContent() {
  return (
    <div className="mx-auto flex max-w-[1120px] flex-col gap-10 px-4 py-12 sm:px-6">
      <div className="grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-2 flex max-w-sm flex-col items-start gap-4 lg:col-span-1">
          <Logo />
          <About />
          <GetStarted to="/login" search={{ mode: 'register' }} />
        </div>
        <Column title={t`Legal`}>
          <LegalLinks />
        </Column>
        <Company />
        <Follow />
      </div>
      <div className="flex flex-col gap-2 border-line border-t pt-6 text-muted text-sm sm:flex-row sm:justify-between">
        <Values />
        <p className="flex shrink-0 items-center gap-4 whitespace-nowrap">
          <LanguageLink className={`${link} underline`} />
          {t`© 2025 Lanyard`}
        </p>
      </div>
    </div>
  )
}

/** Below a signed-in owner's own screen: one line, and everything else behind its button. */
function QuietContent() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mx-auto max-w-[1120px] px-4 py-2 text-sm sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 sm:gap-x-6">
        <nav aria-label={t`Legal`} className="flex flex-wrap gap-x-4 sm:gap-x-6">
          <LegalLinks />
        </nav>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="mr-auto flex min-h-11 cursor-pointer items-center gap-1 underline-offset-4 hover:underline"
        >
          {t`About Lanyard`}
          <ChevronDown aria-hidden className={clsx('size-4', isOpen && 'rotate-180')} />
        </button>
        <p className="text-muted">{t`© 2025 Lanyard`}</p>
      </div>
      <div id={id} hidden={!isOpen} className="border-line border-t py-6">
        <div className="grid grid-cols-2 gap-x-6 gap-y-6 lg:grid-cols-[2fr_1fr_1fr]">
          <div className="col-span-2 flex max-w-[62ch] flex-col items-start gap-4 lg:col-span-1">
            <About />
            <Values />
            <GetStarted to="/upload" />
          </div>
          <Company />
          <Follow />
        </div>
      </div>
    </div>
  )
}

function About() {
  return (
    <p className="text-muted">
      <Trans>
        Lanyard is the professional credential management platform built for healthcare workers, powered by{' '}
        <PoweredBy />.
      </Trans>
    </p>
  )
}

function Values() {
  return (
    <p className="max-w-[62ch] text-muted">
      <Trans>
        Your credentials are yours. They stay private, you can take them with you, and we never sell them.
      </Trans>
    </p>
  )
}

function LegalLinks() {
  return (
    <>
      <Link to="/privacy-policy" className={link}>{t`Privacy policy`}</Link>
      <Link to="/terms-of-use" className={link}>{t`Terms of use`}</Link>
      <Link to="/medical-disclaimer" className={link}>{t`Medical disclaimer`}</Link>
    </>
  )
}

function Company() {
  return (
    <Column title={t`Company`}>
      <External href={siteConfig.aboutUrl ?? companyHome} className={link}>{t`About`}</External>
      <External href={siteConfig.contactUrl ?? companyHome} className={link}>{t`Contact Us`}</External>
    </Column>
  )
}

function Follow() {
  return (
    <Column title={t`Follow`}>
      <div className="-ml-2.5 flex">
        {socials.map(({ name, url }) => (
          <External
            key={name}
            href={url}
            className="grid size-11 place-items-center rounded-control text-muted hover:bg-surface hover:text-ink"
          >
            <SocialIcon name={name} />
          </External>
        ))}
      </div>
    </Column>
  )
}

function GetStarted(target: LinkProps) {
  return <Link {...target} className={buttonClass()}>{t`Get Started`}</Link>
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className="flex flex-col items-start">
      <h2 className="pb-2 font-semibold text-base">{title}</h2>
      {children}
    </nav>
  )
}

function PoweredBy() {
  const { poweredBy, poweredByUrl } = siteConfig
  const name = t(poweredBy).replace(/^An? /, (article) => article.toLowerCase())
  if (!poweredByUrl) return name
  return (
    <External href={poweredByUrl} className="text-ink underline underline-offset-4">
      {name}
    </External>
  )
}
