// Before anything is drawn: the theme this browser remembers, so that no page flashes in the other one.
try {
  const kept = JSON.parse(localStorage.getItem('clickledger.v1.preferences'));
  if (/^(light|dark)$/.test(kept.theme)) document.documentElement.dataset.theme = kept.theme;
  if (kept.density === 'compact') document.documentElement.dataset.density = kept.density;
} catch {}
