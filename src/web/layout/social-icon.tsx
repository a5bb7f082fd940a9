type SocialName = 'Facebook' | 'YouTube' | 'Instagram' | 'TikTok'

/** Icons in our own style; `name` is the label for screen readers. */
export function SocialIcon({ name }: { name: SocialName }) {
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox="0 0 24 24"
      className="size-6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapes[name]}
    </svg>
  )
}

const shapes = {
  Facebook: (
    <>
      <circle cx="12" cy="12" r="9.2" />
      <path d="M12.3 21v-9.6c0-2 .9-3.1 2.9-3.1M9.5 13.2h5.2" />
    </>
  ),
  YouTube: (
    <>
      <rect x="2.5" y="5.5" width="19" height="13" rx="4" />
      <path d="m10.3 9.3 4.6 2.7-4.6 2.7z" fill="currentColor" />
    </>
  ),
  Instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="3.9" />
      <path d="M16.9 7.1h.01" strokeWidth="2.4" />
    </>
  ),
  TikTok: <path d="M13.3 3.5v11.6a3.7 3.7 0 1 1-3.7-3.7M13.3 3.5c.3 2.8 2.2 4.7 5.2 4.9" strokeWidth="2.2" />,
}
