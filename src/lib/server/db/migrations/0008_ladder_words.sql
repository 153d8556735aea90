ALTER TABLE "goods" ALTER COLUMN "ladder_type" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "goods" ALTER COLUMN "ladder_type" SET DATA TYPE text
  USING CASE "ladder_type" WHEN 1 THEN 'up_to' ELSE 'from' END;--> statement-breakpoint
ALTER TABLE "goods" ALTER COLUMN "ladder_type" SET DEFAULT 'from';--> statement-breakpoint
ALTER TABLE "goods" ADD CONSTRAINT "goods_ladder_type_known" CHECK ("goods"."ladder_type" in ('up_to', 'from'));
