-- A session ends in the transaction that takes its ground away, whichever way the row is changed: a company is frozen
-- or closed, a member disabled, moved or removed, a password changed.
CREATE FUNCTION end_company_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM session USING member WHERE member.user_id = session.user_id AND member.company_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER company_sessions_end AFTER UPDATE OF status ON company FOR EACH ROW
  WHEN (NEW.status IN ('frozen', 'closed') AND NEW.status IS DISTINCT FROM OLD.status)
  EXECUTE FUNCTION end_company_sessions();
--> statement-breakpoint
CREATE FUNCTION end_member_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM session WHERE user_id = OLD.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER member_sessions_end AFTER UPDATE OF disabled_at, company_id ON member FOR EACH ROW
  WHEN ((NEW.disabled_at IS NOT NULL AND OLD.disabled_at IS NULL) OR NEW.company_id <> OLD.company_id)
  EXECUTE FUNCTION end_member_sessions();
--> statement-breakpoint
CREATE TRIGGER member_removed_sessions_end AFTER DELETE ON member FOR EACH ROW
  EXECUTE FUNCTION end_member_sessions();
--> statement-breakpoint
-- The session in which a person changes their own password may go on: its id stands in yaopi.kept_session.
CREATE FUNCTION end_sessions_of_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM session
  WHERE user_id = NEW.user_id AND id IS DISTINCT FROM nullif(current_setting('yaopi.kept_session', true), '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER password_sessions_end AFTER UPDATE OF password ON account FOR EACH ROW
  WHEN (NEW.password IS DISTINCT FROM OLD.password)
  EXECUTE FUNCTION end_sessions_of_password();
--> statement-breakpoint
-- Open event streams of these people look at their session again at once. Of very many (old sessions are purged) it is
-- not told: a stream looks every minute anyway.
CREATE FUNCTION sessions_ended() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  people text;
BEGIN
  SELECT string_agg(user_id, ',') INTO people FROM (SELECT DISTINCT user_id FROM ended) AS who;
  IF octet_length(people) < 7000 THEN
    PERFORM pg_notify('sessions_ended', people);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_ended AFTER DELETE ON session
  REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION sessions_ended();
