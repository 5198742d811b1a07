ALTER TABLE "audit_entries" ADD COLUMN "actor_salt" "bytea";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "actor_digest" "bytea";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "about_salt" "bytea";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "about_digest" "bytea";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "actor_erased" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "about_erased" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Parts of an entry may be erased; nothing may be written into an entry.
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.id, NEW.chain, NEW.number, NEW.at, NEW.action, NEW.hash) = (OLD.id, OLD.chain, OLD.number, OLD.at, OLD.action, OLD.hash)
      AND NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id
      AND (NEW.actor_digest = OLD.actor_digest OR OLD.actor_digest IS NULL)
      AND (NEW.about_digest = OLD.about_digest OR OLD.about_digest IS NULL)
      AND ((NEW.actor_erased AND NEW.actor_email IS NULL AND NEW.token_name IS NULL AND NEW.network IS NULL AND NEW.actor_salt IS NULL)
        OR (NOT NEW.actor_erased AND NOT OLD.actor_erased
          AND (NEW.actor_email, NEW.token_name, NEW.network) IS NOT DISTINCT FROM (OLD.actor_email, OLD.token_name, OLD.network)
          AND (NEW.actor_salt = OLD.actor_salt OR OLD.actor_salt IS NULL)))
      AND ((NEW.about_erased AND NEW.target = '' AND NEW.details = '{}' AND NEW.about_salt IS NULL)
        OR (NOT NEW.about_erased AND NOT OLD.about_erased
          AND (NEW.target, NEW.details) = (OLD.target, OLD.details)
          AND (NEW.about_salt = OLD.about_salt OR OLD.about_salt IS NULL)))
      AND (NEW.actor_erased OR NEW.about_erased)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'The audit log is only ever added to.';
END
$$;
