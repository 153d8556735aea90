-- Open desks count again whenever a row begins or ends to wait behind an entry of their navigation:
-- src/lib/server/repos/navigation-counts.ts. What no merchant sees is announced as 0, to the platform's desks alone.
CREATE FUNCTION announce_platform_desk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('desk_events', '0');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER price_proposal_desk_insert AFTER INSERT ON price_proposal FOR EACH ROW EXECUTE FUNCTION announce_desk();
--> statement-breakpoint
CREATE TRIGGER price_proposal_desk_update AFTER UPDATE ON price_proposal FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION announce_desk();
--> statement-breakpoint
CREATE TRIGGER licence_renewal_desk_insert AFTER INSERT ON licence_renewal FOR EACH ROW EXECUTE FUNCTION announce_desk();
--> statement-breakpoint
CREATE TRIGGER licence_renewal_desk_update AFTER UPDATE ON licence_renewal FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION announce_desk();
--> statement-breakpoint
CREATE TRIGGER balance_correction_desk_insert AFTER INSERT ON balance_correction FOR EACH ROW
  EXECUTE FUNCTION announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER balance_correction_desk_update AFTER UPDATE ON balance_correction FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER refund_desk_insert AFTER INSERT ON refund FOR EACH ROW EXECUTE FUNCTION announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER refund_desk_update AFTER UPDATE ON refund FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.provider IS DISTINCT FROM NEW.provider)
  EXECUTE FUNCTION announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER refund_diversion_desk_update AFTER UPDATE ON refund_diversion FOR EACH ROW
  WHEN (OLD.house_paid_at IS DISTINCT FROM NEW.house_paid_at OR OLD.settled_at IS DISTINCT FROM NEW.settled_at)
  EXECUTE FUNCTION announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER wanted_desk_insert AFTER INSERT ON wanted FOR EACH ROW EXECUTE FUNCTION announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER wanted_desk_update AFTER UPDATE ON wanted FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER controlled_grant_desk_insert AFTER INSERT ON controlled_grant FOR EACH ROW
  EXECUTE FUNCTION announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER controlled_grant_desk_update AFTER UPDATE ON controlled_grant FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER company_application_desk_insert AFTER INSERT ON company_application FOR EACH ROW
  EXECUTE FUNCTION announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER company_application_desk_update AFTER UPDATE ON company_application FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER bank_transfer_desk_insert AFTER INSERT ON bank_transfer FOR EACH ROW
  EXECUTE FUNCTION announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER bank_transfer_desk_update AFTER UPDATE ON bank_transfer FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER bill_difference_desk_insert AFTER INSERT ON bill_difference FOR EACH ROW
  EXECUTE FUNCTION announce_platform_desk();
--> statement-breakpoint
CREATE TRIGGER bill_difference_desk_update AFTER UPDATE ON bill_difference FOR EACH ROW
  WHEN (OLD.settled_at IS DISTINCT FROM NEW.settled_at) EXECUTE FUNCTION announce_platform_desk();
